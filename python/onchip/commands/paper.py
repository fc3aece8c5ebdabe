"""`onchip paper`: the published experiments, repeated."""

import json
from pathlib import Path

import click

from onchip import terminal


@click.group("paper", short_help="Repeat published experiments, our numbers beside theirs.")
def command():
    """Repeat published experiments, our numbers beside theirs."""


@command.command("list")
def list_papers():
    """Name each paper and its figures."""
    from onchip.paper import description

    for name in description.names():
        paper = description.load(name)
        click.echo(f"{name}: {paper.title}")
        for figure in paper.figures:
            click.echo(f"  {figure.id:6}{figure.title}")


@command.command("run")
@click.argument("name", metavar="NAME[/FIGURE]")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object: figure, row, numbers."
)
@click.option(
    "--plot",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Draw each figure into this folder.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    metavar="N",
    help="At most N repetitions of a figure, for a quick look.",
)
def run_paper(name, as_json, folder, repeat):
    """Run all experiments of a paper, or those of one figure."""
    from onchip import folder as folders
    from onchip.paper import report
    from onchip.tables import print_table

    if folder:
        folders.made(folder)
    paper, outcomes = _run(name, repeat)
    if folder:
        for outcome in outcomes:
            report.picture(outcome, folder / f"{paper.name}-{outcome.figure.id}.png")
    if as_json:
        click.echo(json.dumps({outcome.figure.id: outcome.json() for outcome in outcomes}))
        return
    for outcome in outcomes:
        click.echo(f"{paper.name}/{outcome.figure.id}: {outcome.figure.title}")
        print_table(report.table(outcome))
        for claim, holds in outcome.claims:
            click.echo(f"{'holds' if holds else 'DOES NOT HOLD'}: {claim.text}")
        click.echo()


@command.command("page", short_help="Run a paper, and write its page and pictures.")
@click.argument("name", metavar="NAME")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def write_page(name, folder):
    """Run a paper, and write its page and pictures into FOLDER (docs/papers)."""
    from onchip import folder as folders
    from onchip.paper import page

    folders.made(folder / "images")
    page.write(*_run(name, whole=True), folder)


def _run(name: str, repeat: int | None = None, whole: bool = False):
    """The paper, and the outcomes of all figures or of the named one; `whole`: of no fewer."""
    from onchip.paper import description, experiment
    from onchip.rtl import cost

    figure = ""
    if "/" in name and not Path(name).is_dir():
        name, _, figure = name.rpartition("/")
    paper = description.load(name)
    figures = [paper.figure(figure)] if figure else paper.figures
    figures = _possible(figures, whole)
    if any(run.place for each in figures for run in each.runs) and not cost.places():
        line = f"apt-get install -y {cost.NEXTPNR}"
        click.echo(f"{cost.NEXTPNR} is missing: no clocks. For them, type: {line}", err=True)
    outcomes = [experiment.run(paper, each, terminal.show, repeat) for each in figures]
    terminal.show("")
    return paper, outcomes


def _possible(figures, whole: bool):
    """Those of the figures that this machine can make; fails if it can make none."""
    from onchip.rtl import cost

    if cost.synthesises():
        return figures
    possible = [each for each in figures if not any(run.synthesis for run in each.runs)]
    if not possible or (whole and len(possible) < len(figures)):
        cost.check_yosys()
    left = ", ".join(each.id for each in figures if each not in possible)
    if left:
        line = f"apt-get install -y {cost.YOSYS}"
        click.echo(f"{cost.YOSYS} is missing: no figure {left}. For it, type: {line}", err=True)
    return possible
