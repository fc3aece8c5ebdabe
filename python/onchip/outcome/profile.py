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

# The parts of a stack of cycles, in the order of the simulator, each with its class.
PARTS = {
    "base": "work",
    "load_use": "work",
    "branch": "work",
    "instruction_miss": "memory",
    "data_miss": "memory",
    "bank": "memory",
    "network": "network",
    "interface": "network",
    "asleep": "waiting",
}
SPENDINGS = tuple(dict.fromkeys(PARTS.values()))
MISSES = ("data_misses", "instruction_misses")
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
            "stack": dict(zip(PARTS, cycles, strict=True)),
        }
        | dict(zip(("instructions", *MISSES), counts, strict=True))
        | {
            name: sum(n for n, each in zip(cycles, PARTS.values(), strict=True) if each == name)
            for name in SPENDINGS
        }
        for rank, function, file, line, counts, cycles in simulation.profile()
    ]


def as_json(lines: Iterable[dict]) -> dict:
    """Sums of cycles by function, by line and by rank, the largest first."""
    return {
        "functions": _sums(lines, ("function", "file")),
        "lines": _sums(lines, ("file", "line")),
        "ranks": _sums(lines, ("rank",)),
    }


def _sums(lines: Iterable[dict], names: tuple[str, ...]) -> list[dict]:
    counted = ("instructions", *MISSES, *SPENDINGS)
    sums = defaultdict(
        lambda: dict.fromkeys(("cycles", *counted), 0) | {"stack": dict.fromkeys(PARTS, 0)}
    )
    for line in lines:
        one = sums[tuple(line[name] for name in names)]
        for key in counted:
            one[key] += line[key]
        for part in PARTS:
            one["stack"][part] += line["stack"][part]
        one["cycles"] += sum(line[key] for key in SPENDINGS)
    rows = [dict(zip(names, key, strict=True)) | counts for key, counts in sums.items()]
    return sorted(rows, key=lambda row: (-row["cycles"], *(str(row[name]) for name in names)))


def print_profile(lines: Iterable[dict]) -> None:
    """Prints the functions with the most cycles on stderr."""
    rows = _sums(lines, ("function", "file"))
    whole = sum(row["cycles"] for row in rows) or 1
    counted = (*SPENDINGS, *(key for key in MISSES if any(row[key] for row in rows)))
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("cycles", "%", *counted, "instructions"):
        table.add_column(name.replace("_", " "), justify="right")
    table.add_column("function")
    for row in rows[:LISTED]:
        counts = (f"{row[key]:,}" for key in (*counted, "instructions"))
        share = f"{100 * row['cycles'] / whole:.1f}"
        where = f"{row['function']}  {row['file']}"
        table.add_row(f"{row['cycles']:,}", share, *counts, where)
    print_table(table, sys.stderr)
    if len(rows) > LISTED:
        more = len(rows) - LISTED
        print(f"and {more} more functions; --json and --callgrind have them all", file=sys.stderr)
    print(file=sys.stderr)
    print_table(stacks(rows[:LISTED], "function"), sys.stderr)


def stacks(rows: Iterable[dict], name: str) -> Table:
    """A table of cycle stacks, in percent, with the parts that there are. `name` is the key of what
    each one belongs to.
    """
    rows = list(rows)
    parts = [part for part in PARTS if any(row["stack"][part] for row in rows)]
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for part in parts:
        table.add_column(f"{part.replace('_', ' ')} %", justify="right")
    table.add_column(name)
    for row in rows:
        whole = row["cycles"] or 1
        shares = (f"{100 * row['stack'][part] / whole:.1f}" for part in parts)
        table.add_row(*shares, "kernel" if row[name] is None else str(row[name]))
    return table


def stacks_of_ranks(lines: Iterable[dict]) -> Table:
    """The cycle stack of each rank."""
    rows = sorted(_sums(lines, ("rank",)), key=lambda row: (row["rank"] is None, row["rank"]))
    return stacks(rows[:LISTED], "rank")


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
        "event: DataMisses : misses of the data cache",
        "event: InstructionMisses : misses of the instruction cache",
        "events: Work Memory Network Waiting Ir DataMisses InstructionMisses",
    ]
    counts = (*SPENDINGS, "instructions", *MISSES)
    text.append("summary: " + " ".join(str(sum(line[key] for line in lines)) for key in counts))
    by_function = defaultdict(list)
    for line in lines:
        by_function[line["file"], line["function"]].append(line)
    for (file, function), parts in by_function.items():
        text += ["", f"fl={file}", f"fn={function}"]
        text += [" ".join(str(part[key]) for key in ("line", *counts)) for part in parts]
    return os.fsencode("\n".join(text) + "\n")
