"""Writes the pages of docs/papers/, with every experiment of a paper beside what was published."""

from collections.abc import Callable
from pathlib import Path

from onchip.base import outputs as folders
from onchip.paper import report
from onchip.paper.figure import Figure, Row
from onchip.paper.measured import number
from onchip.paper.paper import Paper


def write(paper: Paper, figures: list[Figure], folder: Path) -> None:
    """Writes NAME.md, and the pictures of its figures into images/."""
    images = folder / "images"
    folders.made(images)
    for figure in figures:
        report.picture(figure, images / _picture(paper, figure))
    folders.write(folder / f"{paper.name}.md", text(paper, figures).encode())


def text(paper: Paper, figures: list[Figure]) -> str:
    """The text of the page; what does not agree comes first."""
    lines = [
        f"# {paper.title}",
        f"{paper.authors}. `onchip paper run {paper.name}` repeats all of this; `onchip paper "
        "page` wrote this page.",
        *([_says(paper, figures)] if any(figure.sayings for figure in figures) else []),
        paper.text.strip(),
    ]
    if not any(figure.sayings for figure in figures):
        lines += [_verdicts(figures), *_shortfalls(figures)]
    for figure in figures:
        lines += _figure(paper, figure)
    return "\n\n".join(lines) + "\n"


def _says(paper: Paper, figures: list[Figure]) -> str:
    """The first table: what the paper says of each figure, beside our numbers."""
    both = any(said.native for figure in figures for said in figure.sayings)
    ours = paper.columns if both else ["ours"]
    heads = ["", "the paper says", "published", *ours, ""]
    rows = [_cells(heads), _cells(["---"] * len(heads))]
    for figure in figures:
        link = f"[{figure.id}](#{_anchor(figure)})"
        for said in figure.sayings:
            numbers = [said.ours, said.native] if both else [said.ours]
            verdict = f"*{said.verdict}*" if said.verdict else ""
            rows.append(_cells([link, said.text, said.published, *numbers, verdict]))
    return "\n".join(rows)


def _anchor(figure: Figure) -> str:
    """The anchor that GitHub makes of the figure's heading."""
    heading = f"{figure.id}. {figure.title}".lower()
    return "".join(each for each in heading if each.isalnum() or each in "_- ").replace(" ", "-")


def _reasons(figure: Figure) -> list[str]:
    """The reasons for claims that do not hold and for numbers that differ, each once."""
    lines = {}
    for claim in figure.claims:
        if not claim.holds:
            lines.setdefault(claim.why, []).append(f'"{claim.text}"')
    for row in figure.tabled:
        if row.why and not (row.agrees and row.is_close):
            lines.setdefault(row.why, []).append(row.name)
    return [
        f"- {named[0]}{f', and {len(named) - 1} more' if len(named) > 1 else ''}: {why}".rstrip()
        for why, named in lines.items()
    ]


def _verdicts(figures: list[Figure]) -> str:
    """A line for each figure: how many published numbers agree, and how many claims hold."""
    rows = [
        _cells(["figure", "published numbers", "direction holds", "size, too", "claims", "hold"])
    ]
    rows.append(_cells(["---", *["--:"] * 5]))
    for figure in figures:
        compared = [row for row in figure.rows if row.published is not None]
        counts = [
            len(compared),
            sum(row.agrees for row in compared),
            sum(row.agrees and row.is_close for row in compared),
            len(figure.claims),
            sum(claim.holds for claim in figure.claims),
        ]
        rows.append(_cells([figure.id, *(str(count or "") for count in counts)]))
    return "\n".join(rows)


def _shortfalls(figures: list[Figure]) -> list[str]:
    against = [
        f'- Figure {figure.id}, "{claim.text}" {claim.why}'
        for figure in figures
        for claim in figure.claims
        if not claim.holds
    ]
    other = _together(figures, lambda row: not row.agrees)
    size = _together(figures, lambda row: row.agrees and not row.is_close)
    parts = []
    if against or other:
        parts += ["## What does not hold", "\n".join(line.rstrip() for line in against + other)]
    else:
        parts += ["The direction of every published effect, and every claim below, holds."]
    if size:
        parts += ["## What holds, at another size", "\n".join(size)]
    return parts


def _together(figures: list[Figure], chosen: Callable[[Row], bool]) -> list[str]:
    """The chosen rows; those of one figure with the same reason share a line."""
    reasons = {}
    for figure in figures:
        for row in filter(chosen, figure.rows):
            alike = reasons.setdefault((figure.id, row.why), {})
            unit = row.unit or figure.unit
            alike.setdefault((report.published(row), unit), []).append(row)
    return [
        f"- Figure {figure}: {'; '.join(_beside(*published) for published in alike.items())}. {why}"
        for (figure, why), alike in reasons.items()
    ]


def _beside(published: tuple[str, str], rows: list[Row]) -> str:
    names = rows[0].name if len(rows) == 1 else f"{rows[0].name}, and {len(rows) - 1} more"
    return f"{names}: ours {_range(rows)}, published {published[0]} ({published[1]})"


def _range(rows: list[Row]) -> str:
    if len(rows) == 1 and rows[0].spread:
        return f"{number(rows[0].ours)} {report.spread(rows[0])}"
    low, high = (which(row.ours for row in rows) for which in (min, max))
    return number(low) if low == high else f"{number(low)} … {number(high)}"


def _figure(paper: Paper, figure: Figure) -> list[str]:
    headings = report.headings(figure)
    rows = [_cells([figure.unit, *headings]), _cells(["---", *["--:"] * len(headings)])]
    rows += [_cells([report.label(row), *report.cells(figure, row)]) for row in _tabled(figure)]
    repeated = f"Means of {figure.repeat} repetitions, with their standard deviation."
    reasons = _reasons(figure) if figure.sayings else []
    claims = [f"- {claim.text}" for claim in figure.claims if claim.holds and not figure.sayings]
    return [
        f"## {figure.id}. {figure.title}",
        *([figure.text.strip()] if figure.text else []),
        *([repeated] if figure.repeat > 1 else []),
        "\n".join(rows),
        f"![{figure.title}](images/{_picture(paper, figure)})",
        *(["Why ours differ:\n\n" + "\n".join(reasons)] if reasons else []),
        *(["What the paper says, and holds:\n\n" + "\n".join(claims)] if claims else []),
    ]


def _tabled(figure: Figure) -> list[Row]:
    """The rows of the figure's table. If the first table already has the figure, only published
    numbers are listed, if there are any: the picture shows the rest.
    """
    published = [row for row in figure.tabled if row.published is not None]
    return published if published and figure.sayings else figure.tabled


def _cells(texts: list[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _picture(paper: Paper, figure: Figure) -> str:
    return f"{paper.name}-{figure.id}.png"
