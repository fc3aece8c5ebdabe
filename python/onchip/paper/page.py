"""The pages of docs/papers/: every experiment of a paper beside what was published."""

from pathlib import Path

from onchip.paper import report
from onchip.paper.description import Paper
from onchip.paper.experiment import Outcome


def write(paper: Paper, outcomes: list[Outcome], folder: Path) -> None:
    """Writes NAME.md, and the pictures of its figures into images/."""
    images = folder / "images"
    images.mkdir(parents=True, exist_ok=True)
    for outcome in outcomes:
        report.picture(outcome, images / _picture(paper, outcome))
    (folder / f"{paper.name}.md").write_text(text(paper, outcomes), encoding="utf-8")


def text(paper: Paper, outcomes: list[Outcome]) -> str:
    """The page: what does not agree first."""
    lines = [
        f"# {paper.title}",
        f"{paper.authors}. `onchip paper run {paper.name}` repeats all of this; `onchip paper "
        "page` wrote this page.",
        paper.text.strip(),
        *_shortfalls(outcomes),
    ]
    for outcome in outcomes:
        lines += _figure(paper, outcome)
    return "\n\n".join(lines) + "\n"


def _shortfalls(outcomes: list[Outcome]) -> list[str]:
    against = [
        f"- Figure {outcome.figure.id}, {result.row.name}: ours {report.number(result.ours)}, "
        f"published {report.published(result)} ({outcome.figure.unit}). {result.row.why}"
        for outcome in outcomes
        for result in outcome.results
        if not result.agrees
    ]
    against += [
        f'- Figure {outcome.figure.id}, "{claim.text}" {claim.why}'
        for outcome in outcomes
        for claim, holds in outcome.claims
        if not holds
    ]
    if not against:
        return ["The direction of every published effect, and every claim below, holds."]
    return ["## What does not hold", "\n".join(line.rstrip() for line in against)]


def _figure(paper: Paper, outcome: Outcome) -> list[str]:
    figure = outcome.figure
    rows = [f"| {figure.unit} | ours | published | ratio |", "|---|--:|--:|--:|"]
    rows += [
        f"| {result.row.name} | {report.number(result.ours)} | {report.published(result)} | "
        f"{report.ratio(result)} |"
        for result in outcome.results
    ]
    claims = [f"- {claim.text}" for claim, holds in outcome.claims if holds]
    apart = {}
    for result in outcome.results:
        if result.row.why and not (result.agrees and result.is_close):
            apart.setdefault(result.row.why, []).append(result.row.name)
    why = [f"- {', '.join(names)}: {reason}" for reason, names in apart.items()]
    return [
        f"## {figure.id}. {figure.title}",
        *([figure.text] if figure.text else []),
        "\n".join(rows),
        f"![{figure.title}](images/{_picture(paper, outcome)})",
        *(["What the paper says, and holds:\n\n" + "\n".join(claims)] if claims else []),
        *(["Why they differ:\n\n" + "\n".join(why)] if why else []),
    ]


def _picture(paper: Paper, outcome: Outcome) -> str:
    return f"{paper.name}-{outcome.figure.id}.png"
