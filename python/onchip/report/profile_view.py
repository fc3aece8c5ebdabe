"""The profile: files, their functions, and what their cycles were spent on."""

from collections import defaultdict

from onchip.outcome import profile
from onchip.outcome.profile import PARTS, SPENDINGS
from onchip.report.view import View, canvas, legend, table

LISTED = 30


def view(lines: list[dict]) -> View | None:
    """None without --profile."""
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
    """A table of the causes that cycles were lost to, the rows with most cycles first."""
    parts = [part for part in PARTS if any(row["stack"][part] for row in rows)]
    return table(
        title,
        (name, *(part.replace("_", " ") for part in parts)),
        [
            (
                "kernel" if row[name] is None else row[name],
                *(f"{100 * row['stack'][part] / (row['cycles'] or 1):.1f}" for part in parts),
            )
            for row in rows[:LISTED]
        ],
    )
