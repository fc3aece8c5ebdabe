"""The profile: files, their functions, and what their cycles were spent on."""

import html
from collections import defaultdict

from onchip.outcome import profile
from onchip.outcome.profile import PARTS, SPENDINGS
from onchip.report.view import View, canvas, legend, table

LISTED = 30


def view(lines: list[dict]) -> View | None:
    """The table of functions; None if the run had no --profile."""
    if not lines:
        return None
    sums = profile.as_json(lines)
    functions = sums["functions"]
    whole = sum(row["cycles"] for row in functions) or 1
    by_file = defaultdict(list)
    for row in functions:
        by_file[row["file"]].append(row)
    rows, at = [[["all", 0, 1, "waiting"]], [], [], []], 0.0
    for file, own in sorted(by_file.items(), key=lambda item: -sum(r["cycles"] for r in item[1])):
        share = sum(row["cycles"] for row in own) / whole
        rows[1].append([file, at, share, "mpi"])
        for row in own:
            rows[2].append([row["function"], at, row["cycles"] / whole, "omp"])
            for kind in SPENDINGS:
                rows[3].append([kind, at, row[kind] / whole, kind])
                at += row[kind] / whole
    body = (
        legend((kind, kind) for kind in SPENDINGS)
        + canvas("profile", "Shares of all cycles: files, functions, and what was waited for")
        + table(
            "Functions by cycles",
            ("function", "file", "cycles", *SPENDINGS, "instructions"),
            [
                (
                    row["function"],
                    row["file"],
                    *(row[k] for k in ("cycles", *SPENDINGS, "instructions")),
                )
                for row in functions[:LISTED]
            ],
            text=2,
        )
        + _stacks("Cycle stacks of functions, in percent", functions, "function")
        + _stacks("Cycle stacks of ranks, in percent", sums["ranks"], "rank")
    )
    return View("Profile", body, {"rows": rows, "cycles": whole})


def _stacks(title: str, rows: list[dict], name: str) -> str:
    """A picture and a table of the causes of lost cycles, the rows with most cycles first."""
    parts = [part for part in PARTS if any(row["stack"][part] for row in rows)]
    shares = [
        (
            "kernel" if row[name] is None else row[name],
            {part: 100 * row["stack"][part] / (row["cycles"] or 1) for part in parts},
        )
        for row in rows[:LISTED]
    ]
    heads = {part: part.replace("_", " ") for part in parts}
    return _bars(title, shares, heads) + table(
        title,
        (name, *heads.values()),
        [(head, *(f"{share:.1f}" for share in of.values())) for head, of in shares],
    )


def _bars(title: str, shares: list[tuple], heads: dict[str, str]) -> str:
    """A bar for each row, divided into its parts. The colours are those of the parts' classes, and
    the parts of a class differ in their hatching.
    """
    marks = "".join(f'<span><i class="{part}"></i>{head}</span>' for part, head in heads.items())
    bars = "".join(
        f"<div><span>{html.escape(str(head))}</span><b>"
        + "".join(
            f'<i class="{part}" style="width:{share:.2f}%" title="{heads[part]} {share:.1f} %"></i>'
            for part, share in of.items()
            if share
        )
        + "</b></div>"
        for head, of in shares
    )
    label = html.escape(title)
    return (
        f'<p class="legend stack">{marks}</p>'
        f'<div class="stack" role="img" aria-label="{label}">{bars}</div>'
    )
