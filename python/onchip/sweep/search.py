"""Searches for the best points of a study with Optuna, without running all of them.

The table is the only memory of a search: its rows are Optuna's finished trials.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from onchip.base.failures import Exit, Failure
from onchip.sweep import cluster, inputs, sweep
from onchip.sweep.execution import Execution
from onchip.sweep.extra import needed
from onchip.sweep.front import Measured, front
from onchip.sweep.points import Point, Points
from onchip.sweep.progress import Progress
from onchip.sweep.study import AXES, MAXIMISE, SEARCH, Study
from onchip.sweep.table import Row, Table, number

if TYPE_CHECKING:
    import optuna

SHARE = 3  # a search runs one in this many points of the space, if the study gives no `points`
Position = tuple[int, ...]  # an index into the values of each axis


def check(study: Study) -> None:
    """Fails if the study does not say what to search for, or among what."""
    if study.search is None:
        raise Failure(
            Exit.USAGE,
            f"{study.path}: --search needs a table [{SEARCH}]; right: "
            '[search] objectives = { cycles = "minimise" }',
        )
    if not study.axes:
        raise Failure(Exit.USAGE, f"{study.path}: --search needs [{AXES}] to choose from")
    needed("optuna")


def run(
    study: Study, path: Path, wanted: cluster.Wanted, retry: bool
) -> tuple[list[Row], list[Measured]]:
    """Runs points until the budget is spent; returns all rows of the table, and the front."""
    space = Space(study)
    with Table(path, space.points.columns) as table:
        space.recall(table)
        sweep.begin(table, space.positions, retry)
        progress = Progress(space.budget * study.repetitions, len(table.rows))
        if sum(space.is_run(position, table) for position in space.seen) < space.budget:
            _Search(space, table, progress).run(wanted)
        measured = [space.measured(position, table) for position in space.seen]
        found = front([one for one in measured if one], study.search.objectives)
        table.finish([point.id for position in sorted(space.seen) for point in space.of(position)])
        return list(table.rows.values()), found


class Space:
    """The space of a search: its points by their positions on the axes, and the positions that have
    been started.
    """

    def __init__(self, study: Study):
        self.study = study
        self.points = Points(study)
        # Numbers are sorted, so that a position has neighbours.
        self.axes = {
            name: sorted(values) if inputs.are_numbers(values) else list(values)
            for name, values in study.axes.items()
        }
        self.seen: dict[Position, list[Point]] = {}
        self.positions: dict[str, Position] = {}  # maps the id of a point to its position
        whole = math.prod(map(len, self.axes.values()))
        self.budget = min(study.search.points or -(-whole // SHARE), whole)

    def given(self, position: Position) -> dict[str, Any]:
        """The values of the axes at a position."""
        return {
            name: values[index]
            for (name, values), index in zip(self.axes.items(), position, strict=True)
        }

    def of(self, position: Position) -> list[Point]:
        """The runs at a position: one for each seed."""
        if position not in self.seen:
            seeds = range(1, self.study.repetitions + 1)
            name = self.study.repeats
            varied = [{name: seed} for seed in seeds] if self.study.repetitions > 1 else [{}]
            given = dict(self.study.fixed) | self.given(position)
            self.seen[position] = [self.points.point(given | one) for one in varied]
            self.positions |= {point.id: position for point in self.seen[position]}
        return self.seen[position]

    def recall(self, table: Table) -> None:
        """Takes over the positions of points that earlier commands have run, from the rows of the
        table.
        """
        index = {
            name: {str(inputs.shown(value)): at for at, value in enumerate(values)}
            for name, values in self.axes.items()
        }
        for row in table.rows.values():
            position = tuple(index[name].get(inputs.text(row[name])) for name in self.axes)
            if None not in position:
                self.of(position)

    def is_run(self, position: Position, table: Table) -> bool:
        """Whether all rows of a position are in the table."""
        return all(point.id in table.rows for point in self.of(position))

    def measured(self, position: Position, table: Table) -> Measured | None:
        """The means of the objectives at a position; None if a row is missing or has failed."""
        rows = [table.rows.get(point.id) for point in self.of(position)]
        values = {}
        for name in self.study.search.objectives:
            cells = [number(row[name]) if row else None for row in rows]
            if None in cells or any(row["kind"] != "exit" for row in rows):
                return None
            values[name] = sum(cells) / len(cells)
        return Measured(self.given(position), values)

    def near(self, position: Position, chance: random.Random) -> Position | None:
        """The nearest position, in steps along the axes, that has not been started."""
        waiting, met = deque([position]), {position}
        while waiting:
            one = waiting.popleft()
            if one not in self.seen:
                return one
            beside = [other for other in self._beside(one) if other not in met]
            chance.shuffle(beside)
            met.update(beside)
            waiting.extend(beside)
        return None

    def _beside(self, position: Position) -> Iterator[Position]:
        for axis, values in enumerate(self.axes.values()):
            here = position[axis]
            steps = (here - 1, here + 1) if inputs.are_numbers(values) else range(len(values))
            for index in steps:
                if 0 <= index < len(values) and index != here:
                    yield (*position[:axis], index, *position[axis + 1 :])


class _Search:
    def __init__(self, space: Space, table: Table, progress: Progress):
        optuna = self.library = needed("optuna")
        optuna.logging.set_verbosity(optuna.logging.CRITICAL)
        self.space = space
        self.table = table
        self.progress = progress
        search = space.study.search
        self.chance = random.Random(search.seed)
        self.distributions = {
            name: optuna.distributions.IntDistribution(0, len(values) - 1)
            if inputs.are_numbers(values)
            else optuna.distributions.CategoricalDistribution(range(len(values)))
            for name, values in space.axes.items()
        }
        self.trials: dict[Position, optuna.Trial] = {}  # positions that are being run
        self.optuna = optuna.create_study(
            directions=[
                "maximize" if direction == MAXIMISE else "minimize"
                for direction in search.objectives.values()
            ],
            sampler=optuna.samplers.TPESampler(
                seed=search.seed,
                multivariate=True,
                constant_liar=True,
                n_startup_trials=max(3, min(10, space.budget // 3)),
            ),
        )

    def run(self, wanted: cluster.Wanted) -> None:
        space, table, study = self.space, self.table, self.space.study
        begun = list(space.seen)
        for position in begun:
            if space.is_run(position, table):
                self._recall(position)
        with sweep.interruptible(self.progress, table), cluster.client(wanted) as client:
            execution = Execution(client, study.kind, study.metrics, wanted, self.progress)
            processes = execution.processes()
            for position in begun:
                if not space.is_run(position, table):
                    self._start(execution, position)
            self._fill(execution, processes)
            for point, row in execution.ended():
                table.append(row)
                self.progress.point(row["kind"] != "exit")
                self._end(point)
                self._fill(execution, processes)

    def _fill(self, execution: Execution, processes: int) -> None:
        while len(self.trials) < processes and len(self.space.seen) < self.space.budget:
            position = self._next()
            if position is None:
                return
            self._start(execution, position, known=True)

    def _next(self) -> Position | None:
        """The position that Optuna proposes. If that was run already, the nearest one that was
        not."""
        trial = self.optuna.ask(self.distributions)
        position = tuple(trial.params[name] for name in self.space.axes)
        if position not in self.space.seen:
            self.trials[position] = trial
            return position
        self.optuna.tell(trial, state=self.library.trial.TrialState.FAIL)
        near = self.space.near(position, self.chance)
        if near is not None:
            self._ask(near)
        return near

    def _ask(self, position: Position) -> None:
        self.optuna.enqueue_trial(dict(zip(self.space.axes, position, strict=True)))
        self.trials[position] = self.optuna.ask(self.distributions)

    def _start(self, execution: Execution, position: Position, known: bool = False) -> None:
        if not known:
            self._ask(position)
        left = [point for point in self.space.of(position) if point.id not in self.table.rows]
        self.space.points.measure(left)
        execution.start(left)

    def _end(self, point: Point) -> None:
        position = self.space.positions[point.id]
        if position not in self.trials or not self.space.is_run(position, self.table):
            return
        trial = self.trials.pop(position)
        measured = self.space.measured(position, self.table)
        if measured:
            self.optuna.tell(trial, list(measured.values.values()))
        else:
            self.optuna.tell(trial, state=self.library.trial.TrialState.FAIL)

    def _recall(self, position: Position) -> None:
        measured = self.space.measured(position, self.table)
        if measured:
            self.optuna.add_trial(
                self.library.trial.create_trial(
                    params=dict(zip(self.space.axes, position, strict=True)),
                    distributions=self.distributions,
                    values=list(measured.values.values()),
                )
            )
