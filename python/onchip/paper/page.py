"""The pages of docs/papers/: every experiment of a paper beside what was published."""

from collections.abc import Callable
from pathlib import Path

from onchip import folder as folders
from onchip.paper import report
from onchip.paper.description import Paper
from onchip.paper.experiment import Outcome, Result
from onchip.paper.formula import number


def write(paper: Paper, outcomes: list[Outcome], folder: Path) -> None:
    """Writes NAME.md, and the pictures of its figures into images/."""
    images = folder / "images"
    folders.made(images)
    for outcome in outcomes:
        report.picture(outcome, images / _picture(paper, outcome))
    folders.write(folder / f"{paper.name}.md", text(paper, outcomes).encode())


def text(paper: Paper, outcomes: list[Outcome]) -> str:
    """The page: what does not agree first."""
    lines = [
        f"# {paper.title}",
        f"{paper.authors}. `onchip paper run {paper.name}` repeats all of this; `onchip paper "
        "page` wrote this page.",
        *([_says(paper, outcomes)] if any(outcome.says for outcome in outcomes) else []),
        paper.text.strip(),
    ]
    if not any(outcome.says for outcome in outcomes):
        lines += [_verdicts(outcomes), *_shortfalls(outcomes)]
    for outcome in outcomes:
        lines += _figure(paper, outcome)
    return "\n\n".join(lines) + "\n"


def _says(paper: Paper, outcomes: list[Outcome]) -> str:
    """What the paper says of each figure, beside our numbers."""
    both = any(said.native for outcome in outcomes for said in outcome.says)
    ours = paper.columns if both else ["ours"]
    heads = ["", "the paper says", "published", *ours, ""]
    rows = [_cells(heads), _cells(["---"] * len(heads))]
    for outcome in outcomes:
        link = f"[{outcome.figure.id}](#{_anchor(outcome)})"
        for said in outcome.says:
            numbers = [said.ours, said.native] if both else [said.ours]
            verdict = f"*{said.verdict}*" if said.verdict else ""
            rows.append(_cells([link, said.text, said.published, *numbers, verdict]))
    return "\n".join(rows)


def _anchor(outcome: Outcome) -> str:
    """Of the figure's heading, as GitHub makes it."""
    heading = f"{outcome.figure.id}. {outcome.figure.title}".lower()
    return "".join(each for each in heading if each.isalnum() or each in "_- ").replace(" ", "-")


def _reasons(outcome: Outcome) -> list[str]:
    """Each reason once: of claims that do not hold, and of numbers that differ."""
    lines = {}
    for claim, holds in outcome.claims:
        if not holds:
            lines.setdefault(claim.why, []).append(f'"{claim.text}"')
    for result in outcome.tabled:
        if result.why and not (result.agrees and result.is_close):
            lines.setdefault(result.why, []).append(result.row.name)
    return [
        f"- {named[0]}{f', and {len(named) - 1} more' if len(named) > 1 else ''}: {why}".rstrip()
        for why, named in lines.items()
    ]


def _verdicts(outcomes: list[Outcome]) -> str:
    """A line for each figure: how many published numbers agree, and how many claims hold."""
    rows = [
        _cells(["figure", "published numbers", "direction holds", "size, too", "claims", "hold"])
    ]
    rows.append(_cells(["---", *["--:"] * 5]))
    for outcome in outcomes:
        compared = [result for result in outcome.results if result.published is not None]
        counts = [
            len(compared),
            sum(result.agrees for result in compared),
            sum(result.agrees and result.is_close for result in compared),
            len(outcome.claims),
            sum(holds for _, holds in outcome.claims),
        ]
        rows.append(_cells([outcome.figure.id, *(str(count or "") for count in counts)]))
    return "\n".join(rows)


def _shortfalls(outcomes: list[Outcome]) -> list[str]:
    against = [
        f'- Figure {outcome.figure.id}, "{claim.text}" {claim.why}'
        for outcome in outcomes
        for claim, holds in outcome.claims
        if not holds
    ]
    other = _together(outcomes, lambda result: not result.agrees)
    size = _together(outcomes, lambda result: result.agrees and not result.is_close)
    parts = []
    if against or other:
        parts += ["## What does not hold", "\n".join(line.rstrip() for line in against + other)]
    else:
        parts += ["The direction of every published effect, and every claim below, holds."]
    if size:
        parts += ["## What holds, at another size", "\n".join(size)]
    return parts


def _together(outcomes: list[Outcome], chosen: Callable[[Result], bool]) -> list[str]:
    """The chosen rows, those of a figure that have the same reason in one line."""
    reasons = {}
    for outcome in outcomes:
        for result in filter(chosen, outcome.results):
            alike = reasons.setdefault((outcome.figure.id, result.why), {})
            unit = result.row.unit or outcome.figure.unit
            alike.setdefault((report.published(result), unit), []).append(result)
    return [
        f"- Figure {figure}: {'; '.join(_beside(*published) for published in alike.items())}. {why}"
        for (figure, why), alike in reasons.items()
    ]


def _beside(published: tuple[str, str], results: list[Result]) -> str:
    names = (
        results[0].row.name
        if len(results) == 1
        else f"{results[0].row.name}, and {len(results) - 1} more"
    )
    return f"{names}: ours {_range(results)}, published {published[0]} ({published[1]})"


def _range(results: list[Result]) -> str:
    if len(results) == 1 and results[0].spread:
        return f"{number(results[0].ours)} {report.spread(results[0])}"
    low, high = (which(result.ours for result in results) for which in (min, max))
    return number(low) if low == high else f"{number(low)} … {number(high)}"


def _figure(paper: Paper, outcome: Outcome) -> list[str]:
    figure = outcome.figure
    headings = report.headings(outcome)
    rows = [_cells([figure.unit, *headings]), _cells(["---", *["--:"] * len(headings)])]
    rows += [
        _cells([report.label(result), *report.cells(outcome, result)])
        for result in _tabled(outcome)
    ]
    repeated = f"Means of {outcome.repeat} repetitions, with their standard deviation."
    reasons = _reasons(outcome) if outcome.says else []
    claims = [f"- {claim.text}" for claim, holds in outcome.claims if holds and not outcome.says]
    return [
        f"## {figure.id}. {figure.title}",
        *([figure.text.strip()] if figure.text else []),
        *([repeated] if outcome.repeat > 1 else []),
        "\n".join(rows),
        f"![{figure.title}](images/{_picture(paper, outcome)})",
        *(["Why ours differ:\n\n" + "\n".join(reasons)] if reasons else []),
        *(["What the paper says, and holds:\n\n" + "\n".join(claims)] if claims else []),
    ]


def _tabled(outcome: Outcome) -> list[Result]:
    """Of a figure that is in the first table, only what was published, if anything was: the picture
    has the rest."""
    published = [result for result in outcome.tabled if result.published is not None]
    return published if published and outcome.says else outcome.tabled


def _cells(texts: list[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _picture(paper: Paper, outcome: Outcome) -> str:
    return f"{paper.name}-{outcome.figure.id}.png"
