"""Turns the mistakes of a program with data caches (`--check-cache`) into sentences."""

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from onchip.outcome.finding import Finding, name_of

DIRTY = (
    "cbo.clean or cbo.flush and a fence, or a fence that orders earlier stores"
    " (an atomic store with release has one)"
)
FRESH = (
    "cbo.flush or cbo.inval before it, or a fence that orders later loads"
    " (an atomic load with acquire has one)"
)


class Party(NamedTuple):
    """An access: its core and process, its place in the source, and its cycle."""

    rank: int | None  # None for a kernel
    thread: int | None
    core: int
    function: str | None
    file: str | None
    source_line: int | None
    cycle: int

    @property
    def line(self) -> str:
        """The place as `file:line`, or empty if it is unknown."""
        return f"{self.file}:{self.source_line}" if self.file and self.source_line else ""

    who = property(name_of)

    @property
    def at(self) -> str:
        """The place in the source and the cycle."""
        file = f"{Path(self.file).name}:{self.source_line}" if self.line else self.function
        return f"at {file or 'an unknown line'} in cycle {self.cycle:,}"


def find(simulation) -> list[Finding]:
    """The mistakes that the simulator has noted, sorted by rank and line. Of several mistakes with
    the same two lines, only the first is kept.
    """
    found: dict[tuple, Finding] = {}
    bytes_of: dict[tuple, int] = defaultdict(int)
    rows = simulation.incoherences()
    for row in sorted(rows, key=lambda row: row["access"][-1]):
        access, other = Party(*row["access"]), Party(*row["other"])
        key = row["kind"], access.rank, access.line, other.rank, other.line
        found.setdefault(key, _finding(row, access, other))
        bytes_of[key] += row["times"]
    return sorted(found.values(), key=lambda one: (one.rank, one.line, one.kind))


def _finding(row: dict, access: Party, other: Party) -> Finding:
    place = f"0x{row['address']:08x}"
    what = f"`{row['variable']}` ({place})" if row["variable"] else f"the byte at {place}"
    who = f"thread {access.thread} " if access.thread else ""
    written = f"{other.who} {other.at}"
    padding = (
        "; both store in this line: give each its own line (alignas, padding)"
        if row["stores_nearby"]
        else ""
    )
    match row["kind"]:
        case "stale":
            text = f"{who}reads {what} in cycle {access.cycle:,} in a line of its data cache that"
            text += f" came before {written} wrote it"
            right = f"{FRESH}{padding}"
        case "unflushed":
            text = f"{who}reads {what} in cycle {access.cycle:,}, which {written} has stored in"
            text += " its data cache only"
            right = f"{DIRTY}, by {other.who} behind the store{padding}"
        case "overwritten":
            text = f"{who}stores {what} in cycle {access.cycle:,}, and its data cache writes it"
            text += f" back over what {written} wrote later"
            right = f"{DIRTY}, before the other writes"
        case _:
            dropped = Party(*row["dropped"])
            text = f"{who}reads {what} in cycle {access.cycle:,}, whose store by {written} was"
            text += f" lost when {dropped.who} {dropped.at} invalidated the line"
            right = "cbo.flush instead of cbo.inval, or a line of its own (alignas, padding)"
    return Finding(
        row["kind"],
        access.rank if access.rank is not None else -1,
        access.function or "?",
        access.line,
        text,
        right,
    )
