"""Puts together the page that `onchip run --report` writes."""

import html
import json
import string
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path

import click

from onchip.advice import report
from onchip.advice.advise import Advice
from onchip.base import outputs
from onchip.base.terminal import printable, printable_texts
from onchip.outcome.finding import Finding, source_line
from onchip.outcome.outcome import Outcome
from onchip.report import (
    chip_view,
    energy_view,
    matrix,
    profile_view,
    summary,
    timeline,
    waits_view,
)
from onchip.report.view import View
from onchip.trace.recorder import Trace

# The parts of the page's script, in order. Each part except `base` is a block, so its names are
# local.
_SCRIPTS = ("base", "chip", "timeline", "matrix", "profile", "last")


def check(path: Path) -> None:
    """Fails if no page can be written to the path; call it before a run."""
    if path.suffix not in (".html", ".htm"):
        raise click.UsageError(f"--report {path}; right: a name that ends with .html")
    outputs.check_file(path)


def write(
    trace: Trace,
    outcome: Outcome,
    advice: Advice | None,
    path: Path,
    findings: Sequence[Finding] = (),
) -> None:
    """Writes the page of a run; `advice` is the result of --advise, `findings` are those
    of checks.
    """
    lines = advice_lines(advice) if advice else []
    outputs.write(path, text(trace, outcome, lines, findings).encode())


def advice_lines(advice: Advice) -> list[str]:
    """The changes that --advise tried, and its conclusion."""
    tried = [
        f"{trial.candidate.what}: {trial.outcome.cycles:,} cycles, "
        f"{-trial.gain(advice.before):+.1%}"
        for trial in advice.trials
    ]
    return [*tried, report.conclusion(advice)]


def text(
    trace: Trace, outcome: Outcome, advice: list[str], findings: Sequence[Finding] = ()
) -> str:
    """The text of the page."""
    views = {
        "chip": chip_view.view(trace),
        "timeline": timeline.view(trace),
        "matrix": matrix.view(trace),
        "waits": waits_view.view(trace, outcome),
        "profile": profile_view.view(outcome.profile),
        "energy": energy_view.view(outcome.energy),
        "advice": _listed("Advice", map(html.escape, advice)),
        "findings": _listed("Findings", map(_finding, findings)),
    }
    sections = [_summary(trace, outcome)]
    titles = {"summary": "Summary"}
    for name, view in views.items():
        if view:
            titles[name] = view.title
            sections.append(_section(name, view.title, view.body))
    data = {name: view.data for name, view in views.items() if view and view.data}
    title = f"{trace.program} on {trace.chip.name}"
    page = string.Template(_file("page.html")).substitute(
        TITLE=html.escape(title),
        STYLE=_file("page.css"),
        SCRIPT="\n".join(_file(f"script/{name}.js") for name in _SCRIPTS),
        NAVIGATION="".join(f'<a href="#{name}">{what}</a>' for name, what in titles.items()),
        SECTIONS="\n".join(sections),
        # The data must not contain anything that ends the script element.
        DATA=json.dumps(printable_texts(data), separators=(",", ":")).replace("<", "\\u003c"),
    )
    return printable(page)


def _listed(title: str, items: Iterable[str]) -> View | None:
    lines = "".join(f"<li>{item}</li>" for item in items)
    return View(title, f"<ul>{lines}</ul>") if lines else None


def _finding(finding: Finding) -> str:
    """A mistake of the program, with its line of the source if that can be read."""
    sentence = html.escape(str(finding))
    line = source_line(finding.line)
    return f"{sentence}<pre>{html.escape(line)}</pre>" if line else sentence


def _file(name: str) -> str:
    return (resources.files("onchip.report") / name).read_text()


def _section(name: str, title: str, body: str) -> str:
    head = f'<h2 id="{name}-h">{title}</h2>'
    return f'<section id="{name}" aria-labelledby="{name}-h">{head}\n{body}</section>'


def _summary(trace: Trace, outcome: Outcome) -> str:
    lines = summary.sentences(outcome, trace.chip, trace.mpi_share)
    if outcome.message:
        lines.insert(0, outcome.message)
    user = trace.messages.where(trace.messages.is_user)
    size = int(user.bytes.sum())
    lines.append(
        f"{len(user):,} messages of the program, {size:,} bytes; "
        f"{len(trace.messages) - len(user):,} more inside collective operations."
    )
    return _section(
        "summary", "Summary", "".join(f"<p>{html.escape(line)}</p>\n" for line in lines)
    )
