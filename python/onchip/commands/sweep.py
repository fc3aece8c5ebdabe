"""`onchip sweep`: makes many runs of a study and writes one table."""

import json
import os
from pathlib import Path

import click

from onchip.sweep import cluster, fit, steps, sweep, table
from onchip.sweep import front as fronts
from onchip.sweep import plot as plots
from onchip.sweep import search as searches
from onchip.sweep import study as studies


@click.command("sweep")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="TABLE",
    help="The table, .csv or .parquet. [default: the study's name with .csv]",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 4096),
    metavar="N",
    help="Processes on this machine. [default: one for each core]",
)
@click.option(
    "--scheduler",
    default="",
    metavar="ADDRESS",
    help="Run on the Dask cluster whose scheduler is at tcp://HOST:PORT.",
)
@click.option("--slurm", is_flag=True, help="Run in jobs of Slurm.")
@click.option("--partition", metavar="NAME", help="Slurm's partition. [default: Slurm's]")
@click.option("--time", metavar="H:M:S", help="Time of each job of Slurm. [default: 01:00:00]")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Jobs of Slurm. [default: 1]")
@click.option(
    "--cores", type=click.IntRange(1), metavar="C", help="Cores of each job of Slurm. [default: 1]"
)
@click.option("--memory", metavar="SIZE", help="Memory of each job of Slurm. [default: 2GB]")
@click.option(
    "--logs",
    type=click.Path(file_okay=False, resolve_path=True),
    metavar="FOLDER",
    help="A folder for the output of Slurm's jobs. [default: none]",
)
@click.option("--retry", is_flag=True, help="Run failed points again.")
@click.option("--check", is_flag=True, help="Check the study, count its points, and run nothing.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Draw the metrics over the axes, with the spread over seeds; with --search the "
    "objectives. A picture (.png, .svg, .pdf), or their means as a table for LaTeX (.tex).",
)
@click.option(
    "--search", is_flag=True, help="Look for the best points, by [search], instead of all."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
@click.argument("study", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(study, output, workers, scheduler, slurm, retry, check, plot, search, as_json, **jobs):
    """Run every point of STUDY.toml, each a row of a table.

    The same command continues a study that was stopped. docs/sweep.md has the keys of a study.
    """
    jobs = {name: value for name, value in jobs.items() if value is not None}
    _check_options(workers, scheduler, slurm, jobs)
    wanted = cluster.Wanted(scheduler, cluster.Slurm(**jobs) if slurm else None, workers)
    if check:
        click.echo(f"{_checked(study, output, plot, search).size:,} points")
        return
    with cluster.started(wanted):
        found = _checked(study, output, plot, search)
        # Relative file names in a study start at the study's folder.
        path = (output or study.with_suffix(".csv")).absolute()
        plot = plot and plot.absolute()
        os.chdir(found.folder)
        if search:
            rows, front = searches.run(found, path, wanted, retry)
        else:
            rows, front = sweep.run(found, path, wanted, retry), None
        if plot:
            plots.draw(found, rows, front, plot)
    _say(found, rows, front, path, as_json)


def _checked(file, output, plot, search):
    """Returns the study, after all checks of its keys and of the options."""
    found = studies.read(file)
    table.check(output or file.with_suffix(".csv"))
    fit.check(found)
    if plot:
        plots.check(found, plot, search)
    if search:
        searches.check(found)
    return found


def _check_options(workers, scheduler, slurm, jobs):
    if bool(workers) + bool(scheduler) + bool(slurm) > 1:
        raise click.UsageError("only one of --workers, --scheduler and --slurm is possible")
    if jobs and not slurm:
        raise click.UsageError(f"--{next(iter(jobs))} is for --slurm")


def _say(study, rows, front, path, as_json):
    failed = sum(row["kind"] != "exit" for row in rows)
    measured = steps.all_steps(study, rows) if front is None and study.spread else []
    if as_json:
        values = {"table": str(path), "points": study.size, "rows": len(rows), "failed": failed}
        if front is not None:
            values["front"] = [dict(one.given) | {"values": one.values} for one in front]
        if measured:
            values["steps"] = [step.as_json() for step in measured]
        click.echo(json.dumps(values))
        return
    if front is not None:
        fronts.print_front(study, front)
    what = f"{len(rows):,} of {study.size:,} points" if front is not None else f"{len(rows):,} rows"
    click.echo(f"{path.name}: {what}" + (f", {failed:,} failed" if failed else ""))
    if front is None:
        steps.say(study, measured)
