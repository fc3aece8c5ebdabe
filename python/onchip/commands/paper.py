"""`onchip paper`: repeats published experiments."""

import json
from pathlib import Path

import click

from onchip.base import outputs as folders
from onchip.base import tables, terminal
from onchip.base.failures import Exit, Failure
from onchip.paper import page, report
from onchip.paper import paper as papers


@click.group("paper", short_help="Repeat published experiments, our numbers beside theirs.")
def command():
    """Repeat published experiments, our numbers beside theirs."""


@command.command("list")
def list_papers():
    """List the papers and their figures: what `onchip paper run` takes, and what it is about."""
    table = tables.headed("name", "about", left=["name", "about"])
    for name in papers.names():
        paper = papers.load(name)
        table.add_row(name, paper.title, style="bold")
        for figure in paper.figures:
            table.add_row(f"{name}/{figure.id}", figure.title)
    tables.print_table(table)


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
    if folder:
        folders.made(folder)
    paper, figures = _run(name, repeat)
    if folder:
        for figure in figures:
            report.picture(figure, folder / page.picture_name(paper, figure))
    if as_json:
        click.echo(json.dumps({figure.id: figure.json() for figure in figures}))
        return
    for figure in figures:
        click.echo(f"{paper.name}/{figure.id}: {figure.title}")
        if figure.sayings:
            tables.print_table(report.statements(figure, paper.columns))
            click.echo()
        tables.print_table(report.table(figure))
        click.echo()


@command.command("page", short_help="Run a paper, and write its page and pictures.")
@click.argument("name", metavar="NAME")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def write_page(name, folder):
    """Run a paper, and write its page and pictures into FOLDER (docs/papers)."""
    folders.made(folder / "images")
    page.write(*_run(name, whole=True), folder)


def _run(name: str, repeat: int | None = None, whole: bool = False):
    """Loads a paper and runs all its figures, or only the one that `name` gives. A figure that this
    machine cannot make is left out with a note, unless `name` gives it or `whole` is set.
    """
    figure = ""
    if "/" in name and not Path(name).is_dir():
        name, _, figure = name.rpartition("/")
    paper = papers.load(name)
    ids = [figure] if figure else [each.id for each in paper.figures]
    figures = []
    for each in ids:
        try:
            figures.append(paper.run(each, terminal.show, repeat))
        except Failure as failure:
            if failure.exit_code != Exit.MACHINE or figure or whole:
                raise
            click.echo(f"no figure {each}: {failure.message}", err=True)
    for note in sorted({note for each in figures for note in each.notes}):
        click.echo(note, err=True)
    terminal.show("")
    return paper, figures
