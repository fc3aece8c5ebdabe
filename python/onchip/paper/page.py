"""Writes the pages of docs/papers/, which show every experiment of a paper next to the published
results.
"""

from pathlib import Path

from onchip.base import outputs as folders
from onchip.paper import report
from onchip.paper.figure import Figure, Row, Saying, as_text
from onchip.paper.paper import Paper
from onchip.paper.verdict import HOLDS, shown


def write(paper: Paper, figures: list[Figure], folder: Path) -> None:
    """Writes NAME.md, and the pictures of its figures into images/."""
    images = folder / "images"
    folders.made(images)
    for figure in figures:
        report.picture(figure, images / picture_name(paper, figure))
    folders.write(folder / f"{paper.name}.md", text(paper, figures).encode())


def text(paper: Paper, figures: list[Figure]) -> str:
    """The text of the page, which begins with the paper's statements."""
    lines = [
        f"# {paper.title}",
        f"{paper.authors}. `onchip paper run {paper.name}` repeats all of this; `onchip paper "
        "page` wrote this page.",
        _first_table(paper, figures),
        paper.text.strip(),
    ]
    for figure in figures:
        lines += _figure(paper, figure)
    return "\n\n".join(line for line in lines if line) + "\n"


def _first_table(paper: Paper, figures: list[Figure]) -> str:
    """The paper's statement on each figure, beside our numbers and the verdict."""
    says = {figure.id: _first(figure) for figure in figures}
    both = any(said.native for of in says.values() for said in of)
    ours = paper.columns if both else ["ours"]
    heads = ["", "the paper says", "published", *ours, ""]
    rows = [_cells(heads), _cells(["---"] * len(heads))]
    for figure in figures:
        link = f"[{figure.id}](#{_anchor(figure)})"
        for said in says[figure.id]:
            numbers = [said.ours, said.native] if both else [said.ours]
            rows.append(_cells([link, said.text, said.published, *numbers, f"*{said.shown}*"]))
    return "\n".join(rows) if len(rows) > 2 else ""


def _first(figure: Figure) -> list[Saying]:
    """The figure's statements in the first table: all that have a verdict. A figure without
    statements has its published numbers and its claims there.
    """
    says = [said for said in figure.sayings if not said.claim]
    if says:
        return [said for said in says if said.verdict]
    rows = [row for row in figure.tabled if row.expected]
    return [*(_of_row(figure, row) for row in rows), *figure.sayings]


def _of_row(figure: Figure, row: Row) -> Saying:
    unit = row.unit or figure.unit
    name = f"{row.name} ({unit})"
    return Saying(name, report.published(row), as_text(row.value), "", row.verdict)


def _anchor(figure: Figure) -> str:
    """The anchor that GitHub makes from the figure's heading."""
    heading = f"{figure.id}. {figure.title}".lower()
    return "".join(each for each in heading if each.isalnum() or each in "_- ").replace(" ", "-")


def _reasons(figure: Figure) -> list[str]:
    """The reasons for statements that do not hold and for numbers that differ, each once."""
    lines = {}
    for said in figure.sayings:
        if said.verdict != HOLDS and (said.claim or said.why):
            lines.setdefault(said.why, []).append(f'"{said.text}"')
    for row in figure.tabled:
        if row.why and row.verdict not in ("", HOLDS):
            lines.setdefault(row.why, []).append(row.name)
    return [
        f"- {named[0]}{f', and {len(named) - 1} more' if len(named) > 1 else ''}: {why}".rstrip()
        for why, named in lines.items()
    ]


def _figure(paper: Paper, figure: Figure) -> list[str]:
    headings = report.headings(figure)
    rows = [_cells([figure.unit, *headings]), _cells(["---", *["--:"] * len(headings)])]
    rows += [_cells([report.label(row), *report.cells(figure, row)]) for row in _tabled(figure)]
    repeated = f"Means of {figure.repeat} repetitions, with their standard deviation."
    reasons = _reasons(figure)
    chosen = [
        f"- {each.parameter}: {shown([each.chosen])}, because {each.because}"
        for each in figure.unpublished
    ]
    beside = [
        f"- {said.text}: {', '.join(filter(None, [said.ours, said.native]))}"
        for said in figure.sayings
        if not said.verdict
    ]
    return [
        f"## {figure.id}. {figure.title}",
        *([figure.text.strip()] if figure.text else []),
        *([repeated] if figure.repeat > 1 else []),
        *(["Chosen, since the paper does not say:\n\n" + "\n".join(chosen)] if chosen else []),
        "\n".join(rows),
        f"![{figure.title}](images/{picture_name(paper, figure)})",
        *(["Why ours differ:\n\n" + "\n".join(reasons)] if reasons else []),
        *(["Measured besides:\n\n" + "\n".join(beside)] if beside else []),
    ]


def _tabled(figure: Figure) -> list[Row]:
    """The rows of the figure's own table.

    A figure with statements other than claims is in the page's first table. If such a figure has
    rows with published numbers, its own table lists only these; the picture shows the rest.
    """
    published = [row for row in figure.tabled if row.expected]
    stated = any(not said.claim for said in figure.sayings)
    return published if published and stated else figure.tabled


def _cells(texts: list[str]) -> str:
    return f"| {' | '.join(texts)} |"


def picture_name(paper: Paper, figure: Figure) -> str:
    """The name of a figure's picture."""
    return f"{paper.name}-{figure.id}.png"
