"""Where the cycles of a run went, by function and line (docs/profile.md)."""

import os
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from rich.table import Table

from onchip.base import outputs
from onchip.base.tables import print_table
from onchip.base.terminal import printable

SPENDINGS = ("work", "memory", "network", "waiting")
LISTED = 20  # functions shown on the terminal; `--json` and `--callgrind` have all
UNKNOWN = "?"
RANK = "%r"  # in a file's name, stands for the rank


def lines_of(simulation) -> list[dict]:
    """The simulator's counts: an object for each rank and line."""
    return [
        {
            "rank": rank,  # None for a kernel
            "function": function or UNKNOWN,
            "file": file or UNKNOWN,
            "line": line or 0,
            "instructions": instructions,
        }
        | dict(zip(SPENDINGS, cycles, strict=True))
        for rank, function, file, line, instructions, cycles in simulation.profile()
    ]


def as_json(lines: Iterable[dict]) -> dict:
    """Sums of cycles by function, by line and by rank, the largest first."""
    return {
        "functions": _sums(lines, ("function", "file")),
        "lines": _sums(lines, ("file", "line")),
        "ranks": _sums(lines, ("rank",)),
    }


def _sums(lines: Iterable[dict], names: tuple[str, ...]) -> list[dict]:
    sums = defaultdict(lambda: dict.fromkeys(("cycles", "instructions", *SPENDINGS), 0))
    for line in lines:
        one = sums[tuple(line[name] for name in names)]
        for key in ("instructions", *SPENDINGS):
            one[key] += line[key]
        one["cycles"] += sum(line[key] for key in SPENDINGS)
    rows = [dict(zip(names, key, strict=True)) | counts for key, counts in sums.items()]
    return sorted(rows, key=lambda row: (-row["cycles"], *(str(row[name]) for name in names)))


def print_profile(lines: Iterable[dict]) -> None:
    """Prints the functions with the most cycles on stderr."""
    rows = _sums(lines, ("function", "file"))
    whole = sum(row["cycles"] for row in rows) or 1
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("cycles", "%", *SPENDINGS, "instructions"):
        table.add_column(name, justify="right")
    table.add_column("function")
    for row in rows[:LISTED]:
        counts = (f"{row[key]:,}" for key in (*SPENDINGS, "instructions"))
        share = f"{100 * row['cycles'] / whole:.1f}"
        where = f"{row['function']}  {row['file']}"
        table.add_row(f"{row['cycles']:,}", share, *counts, where)
    print_table(table, sys.stderr)
    if len(rows) > LISTED:
        more = len(rows) - LISTED
        print(f"and {more} more functions; --json and --callgrind have them all", file=sys.stderr)


def write_callgrind(lines: Iterable[dict], command: str, path: Path) -> None:
    """Writes a profile for callgrind_annotate and kcachegrind: the sums over all ranks, or a file
    for each rank if the file's name contains `%r`.
    """
    if RANK not in path.name:
        outputs.write(path, _callgrind(lines, command))
        return
    by_rank = defaultdict(list)
    for line in lines:
        by_rank["kernel" if line["rank"] is None else str(line["rank"])].append(line)
    for rank, own in by_rank.items():
        of_rank = path.with_name(path.name.replace(RANK, rank))
        outputs.write(of_rank, _callgrind(own, f"{command} (rank {rank})"))


def _callgrind(lines: Iterable[dict], command: str) -> bytes:
    """A profile in the format of Valgrind's manual, "Callgrind Format Specification"."""
    text = [
        "# callgrind format",
        "version: 1",
        "creator: onchip",
        f"cmd: {printable(command)}",
        "positions: line",
        "event: Work : cycles of work",
        "event: Memory : cycles stalled for memory",
        "event: Network : cycles stalled for the network",
        "event: Waiting : cycles asleep or at a queue",
        "event: Cycles = Work + Memory + Network + Waiting",
        "event: Ir : instructions",
        "events: Work Memory Network Waiting Ir",
    ]
    counts = (*SPENDINGS, "instructions")
    text.append("summary: " + " ".join(str(sum(line[key] for line in lines)) for key in counts))
    by_function = defaultdict(list)
    for line in lines:
        by_function[line["file"], line["function"]].append(line)
    for (file, function), parts in by_function.items():
        text += ["", f"fl={file}", f"fn={function}"]
        text += [" ".join(str(part[key]) for key in ("line", *counts)) for part in parts]
    return os.fsencode("\n".join(text) + "\n")
