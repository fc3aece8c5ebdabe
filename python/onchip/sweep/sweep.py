"""Runs a whole study: every point once. Each becomes a row as soon as it has ended."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from onchip.base.failures import Exit, Failure
from onchip.sweep import cluster
from onchip.sweep.execution import Execution
from onchip.sweep.points import Point, Points
from onchip.sweep.progress import Progress
from onchip.sweep.study import Study
from onchip.sweep.table import Row, Table


def run(study: Study, path: Path, wanted: cluster.Wanted, retry: bool) -> list[Row]:
    """Runs the points that have no row in the table; with `retry` also those that have failed."""
    made = Points(study)
    points = {point.id: point for point in made.all()}
    with Table(path, made.columns) as table:
        begin(table, points.keys(), retry)
        left = [point for name, point in points.items() if name not in table.rows]
        progress = Progress(len(points), len(table.rows))
        if left:
            made.measure(left)
            _run(study, left, table, wanted, progress)
        table.finish(list(points))
        return list(table.rows.values())


def begin(table: Table, points, retry: bool) -> None:
    """Reads the rows of earlier commands."""
    others = [row for name, row in table.rows.items() if name not in points]
    if others:
        raise Failure(
            Exit.USAGE,
            f"{table.path} has {len(others)} rows that are no points of this study, such as "
            f"`{others[0]['command']}`: the study, a program, a chip or onchip has changed since. "
            "-o names another table",
        )
    if retry:
        table.keep([name for name, row in table.rows.items() if row["kind"] == "exit"])


def _run(
    study: Study,
    left: Sequence[Point],
    table: Table,
    wanted: cluster.Wanted,
    progress: Progress,
) -> None:
    with interruptible(progress, table), cluster.client(wanted) as client:
        execution = Execution(client, study.kind, study.metrics, wanted, progress)
        execution.start(left)
        for _, row in execution.ended():
            table.append(row)
            progress.point(row["kind"] != "exit")


@contextlib.contextmanager
def interruptible(progress: Progress, table: Table) -> Iterator[None]:
    """After Ctrl-C, prints how many rows there are."""
    try:
        yield
    except KeyboardInterrupt:
        raise Failure(
            Exit.INTERRUPTED,
            f"interrupted; {len(table.rows)} rows are in {table.path}, and the same command goes "
            "on",
        ) from None
    finally:
        progress.end()
