"""How a run ended, on the chip or on the host: for the user, and as JSON."""

import json
import sys
from dataclasses import dataclass, field

from onchip.console import STDERR, STDOUT, Console
from onchip.failures import Exit, Failure


@dataclass
class Outcome:
    """The end of a run. `cycles` and `instructions` are None on the host."""

    kind: str
    exit_code: int
    message: str
    wall_seconds: float
    ranks: int
    chip: str | None
    cycles: int | None = None
    instructions: int | None = None
    per_rank: list = field(default_factory=list)
    statistics: dict = field(default_factory=dict)

    @classmethod
    def of_failure(cls, failure: Failure, chip: str):
        """The outcome of a run that could not begin."""
        return cls(failure.code.kind, int(failure.code), failure.message, 0.0, 0, chip, 0, 0)

    def as_json(self, console: Console) -> str:
        """One JSON object, one line."""
        fields = vars(self) | {"stdout": console.kept(STDOUT), "stderr": console.kept(STDERR)}
        return json.dumps(fields)

    def print_message(self) -> None:
        """Says on stderr why the run ended, if not by itself."""
        if self.message:
            print(f"onchip: {self.message}", file=sys.stderr)


# What the simulator calls the end of a run → the class of exit code; others are the program's own.
CLASSES = {
    "fault": Exit.FAULT,
    "stack": Exit.STACK,
    "deadlock": Exit.DEADLOCK,
    "internal": Exit.INTERNAL,
    "signal": Exit.SIGNAL,
    "interrupted": Exit.INTERRUPTED,
    "timeout": Exit.TIMEOUT,
}


def print_statistics(outcome: Outcome) -> None:
    """The statistics of a run as tables, on stderr."""
    from rich.console import Console as Screen
    from rich.table import Table

    screen = Screen(stderr=True, highlight=False)
    totals = Table(box=None, show_header=False, pad_edge=False)
    totals.add_column()
    totals.add_column(justify="right")
    rows = {"wall seconds": f"{outcome.wall_seconds:.3f}"}
    if outcome.cycles is not None:
        rows = {"cycles": f"{outcome.cycles:,}", "instructions": f"{outcome.instructions:,}"} | rows
    for name, value in (rows | _flat(outcome.statistics)).items():
        totals.add_row(name, value)
    screen.print(totals)
    if not outcome.per_rank:
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    headings = list(outcome.per_rank[0])
    for heading in headings:
        table.add_column(heading.replace("_", " "), justify="right")
    for rank in outcome.per_rank:
        table.add_row(*(_text(rank.get(heading)) for heading in headings))
    screen.print()
    screen.print(table)


def _flat(values: dict, before: str = "") -> dict[str, str]:
    rows = {}
    for name, value in values.items():
        if isinstance(value, dict):
            rows |= _flat(value, f"{before}{name} ".replace("_", " "))
        elif not isinstance(value, list):
            rows[f"{before}{name}".replace("_", " ")] = _text(value)
    return rows


def _text(value) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
