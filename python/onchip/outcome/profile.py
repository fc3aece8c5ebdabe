"""The cycles of a run by function and line (docs/profile.md)."""

import itertools
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table

from onchip.base import outputs
from onchip.base.tables import headed, print_table
from onchip.base.terminal import printable

# The parts of a cycle stack, in the simulator's order, each with its class.
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
RANK = "%r"  # stands for the rank in a file's name


class Location(NamedTuple):
    """A line of a function."""

    function: str
    file: str
    line: int


def lines_of(simulation) -> list[dict]:
    """The simulator's counts: an object for each rank, line and stack of calls that contains the
    line.
    """
    return [
        dict(_line(locations))
        | {"rank": rank, "stack": dict(zip(PARTS, cycles, strict=True))}  # a kernel has no rank
        | dict(zip(("instructions", *MISSES, "called"), counts, strict=True))
        | {
            name: sum(n for n, each in zip(cycles, PARTS.values(), strict=True) if each == name)
            for name in SPENDINGS
        }
        for rank, locations, counts, cycles in simulation.profile()
    ]


def _line(locations: Sequence[tuple]) -> Iterator[tuple[str, Any]]:
    *calls, own = (
        Location(name or UNKNOWN, file or UNKNOWN, line or 0) for name, file, line in locations
    )
    yield from own._asdict().items()
    yield "calls", tuple(calls)  # the calls around it, the outermost first


def as_json(lines: Iterable[dict]) -> dict:
    """Sums of cycles by function, by line and by rank, the largest first."""
    return {
        "functions": _functions(lines),
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


def _functions(lines: Iterable[dict]) -> list[dict]:
    """The functions, each with its own cycles and with those of the functions that it calls."""
    whole: dict[tuple[str, str], int] = defaultdict(int)
    for line in lines:
        cycles = sum(line[key] for key in SPENDINGS)
        inside = {(location.function, location.file) for location in line["calls"]}
        for function in inside | {(line["function"], line["file"])}:
            whole[function] += cycles
    rows = _sums(lines, ("function", "file"))
    return [row | {"inclusive": whole[row["function"], row["file"]]} for row in rows]


def print_profile(lines: Iterable[dict]) -> None:
    """Prints the functions with the most cycles on stderr."""
    rows = _sums(lines, ("function", "file"))
    whole = sum(row["cycles"] for row in rows) or 1
    counted = (*SPENDINGS, *(key for key in MISSES if any(row[key] for row in rows)))
    names = (name.replace("_", " ") for name in counted)
    table = headed("cycles", "%", *names, "instructions", "function", left=["function"])
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
    """A table of cycle stacks, in percent. It has columns only for the parts that occur. `name` is
    the key of the last column, such as `rank` or `function`.
    """
    rows = list(rows)
    parts = [part for part in PARTS if any(row["stack"][part] for row in rows)]
    table = headed(*(f"{part.replace('_', ' ')} %" for part in parts), name, left=[name])
    for row in rows:
        whole = row["cycles"] or 1
        shares = (f"{100 * row['stack'][part] / whole:.1f}" for part in parts)
        table.add_row(*shares, "kernel" if row[name] is None else str(row[name]))
    return table


def stacks_of_ranks(lines: Iterable[dict]) -> Table:
    """The cycle stack of each rank."""
    rows = sorted(_sums(lines, ("rank",)), key=lambda row: (row["rank"] is None, row["rank"]))
    return stacks(rows[:LISTED], "rank")


def write(lines: Iterable[dict], command: str, path: Path) -> None:
    """Writes a profile: for speedscope if the file's name ends in .json, otherwise for
    callgrind_annotate and kcachegrind. If the name contains `%r`, each rank gets a file of its own;
    otherwise one file has the sums over all ranks.
    """
    text = _speedscope if path.suffix == ".json" else _callgrind
    if RANK not in path.name:
        outputs.write(path, text(lines, command))
        return
    for rank, own in _by_rank(lines).items():
        of_rank = path.with_name(path.name.replace(RANK, rank))
        outputs.write(of_rank, text(own, f"{command} (rank {rank})"))


def _by_rank(lines: Iterable[dict]) -> dict[str, list[dict]]:
    by_rank = defaultdict(list)
    for line in lines:
        by_rank["kernel" if line["rank"] is None else str(line["rank"])].append(line)
    return by_rank


@dataclass
class _Function:
    """The costs of a function: of its own lines, and of its calls by line and called function."""

    own: dict[int, list[int]] = field(default_factory=lambda: defaultdict(_zeros))
    calls: dict[tuple, list[int]] = field(default_factory=lambda: defaultdict(_zeros))
    times: dict[tuple, int] = field(default_factory=lambda: defaultdict(int))


_COUNTS = (*SPENDINGS, "instructions", *MISSES)


def _zeros() -> list[int]:
    return [0] * len(_COUNTS)


def _callgrind(lines: Iterable[dict], command: str) -> bytes:
    """A profile in the format of Valgrind's manual, "Callgrind Format Specification". A call of an
    inlined function counts as made once: the number of such calls is unknown, and
    callgrind_annotate ignores calls that are made 0 times.
    """
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
    text.append("summary: " + _words(sum(line[key] for line in lines) for key in _COUNTS))
    for (file, function), costs in _costs(lines).items():
        text += ["", f"fl={file}", f"fn={function}"]
        text += [f"{line} {_words(counts)}" for line, counts in costs.own.items()]
        for call, counts in costs.calls.items():
            line, called, start = call
            text += [
                f"cfi={called[0]}",
                f"cfn={called[1]}",
                f"calls={costs.times[call] or 1} {start}",
            ]
            text.append(f"{line} {_words(counts)}")
    return os.fsencode("\n".join(text) + "\n")


def _words(counts: Iterable[int]) -> str:
    return " ".join(map(str, counts))


def _costs(lines: Iterable[dict]) -> dict[tuple[str, str], _Function]:
    """The costs of all functions, by file and name."""
    functions: dict[tuple[str, str], _Function] = defaultdict(_Function)
    starts: dict[tuple[str, str], int] = {}
    for line in lines:
        location = Location(line["function"], line["file"], line["line"])
        path = (*line["calls"], location)
        for one in path:
            name = one.file, one.function
            starts[name] = min(starts.get(name, one.line), one.line)
        counts = [line[key] for key in _COUNTS]
        _add(functions[location.file, location.function].own[location.line], counts)
        # A recursive function may make a call several times on the path to a line; it counts once.
        calls = {
            ((one.file, one.function), (one.line, (next.file, next.function)))
            for one, next in itertools.pairwise(path)
        }
        for caller, call in calls:
            _add(functions[caller].calls[call], counts)
        if line["called"] and len(path) > 1:
            caller = path[-2]
            call = caller.line, (location.file, location.function)
            functions[caller.file, caller.function].times[call] += line["called"]
    for costs in functions.values():
        for table in (costs.calls, costs.times):
            for line, called in list(table):
                table[line, called, starts[called]] = table.pop((line, called))
    return functions


def _add(sums: list[int], counts: Sequence[int]) -> None:
    for at, count in enumerate(counts):
        sums[at] += count


def _speedscope(lines: Iterable[dict], command: str) -> bytes:
    """A profile for speedscope (https://www.speedscope.app/file-format-schema.json), with a part
    for each rank. A sample is a line with the calls that contain it, and its weight is its number
    of cycles.
    """
    frames: dict[Location, int] = {}
    parts = []
    for rank, own in _by_rank(lines).items():
        weights: dict[tuple[int, ...], int] = defaultdict(int)
        for line in own:
            path = (*line["calls"], Location(line["function"], line["file"], line["line"]))
            stack = tuple(frames.setdefault(location, len(frames)) for location in path)
            weights[stack] += sum(line[key] for key in SPENDINGS)
        parts.append(
            {
                "type": "sampled",
                "name": "kernel" if rank == "kernel" else f"rank {rank}",
                "unit": "none",
                "startValue": 0,
                "endValue": sum(weights.values()),
                "samples": [list(stack) for stack in weights],
                "weights": list(weights.values()),
            }
        )
    shared = [{"name": one.function, "file": one.file, "line": one.line} for one in frames]
    document = {
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": command,
        "exporter": "onchip",
        "shared": {"frames": shared},
        "profiles": parts,
    }
    return json.dumps(document).encode()
