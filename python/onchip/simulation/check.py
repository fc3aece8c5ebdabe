"""Turns the findings of `--check` into sentences."""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from onchip.base.failures import Exit, Failure
from onchip.outcome import constructs
from onchip.outcome.finding import Finding, name_of

KINDS = {
    "outside-block": "an index within the block, or a larger block",
    "outside-variable": "an index within the variable, or a larger variable",
    "outside-local": "an index within the variable, or a larger variable",
    "returned-local": "a static variable, a block of the heap, or a variable of the caller",
    "unallocated": "a pointer to a block that malloc() has given",
    "freed": "free() after the last use",
    "double-free": "one free() for each block",
    "bad-free": "free() with the pointer that malloc() has returned",
    "leak": "free() before the last pointer is lost",
    "race": "a lock, a barrier, a reduction or atomics, or a variable for each thread",
    "message-buffer": "MPI_Wait or the like before the access",
    "closed": "its last use before it is closed",
    "undefined": "a value for each byte that is used, or calloc()",
    "division-by-zero": "a test of the divisor",
    "nan": "a test of the operands",
}
# Maps the kind of an MPI object to the function that frees it.
FREED_BY = {
    "communicator": "MPI_Comm_free",
    "group": "MPI_Group_free",
    "datatype": "MPI_Type_free",
    "operation": "MPI_Op_free",
    "window": "MPI_Win_free",
}
# Operations on windows whose buffers are in use until the program completes them.
ON_WINDOWS = ("MPI_Put", "MPI_Get", "MPI_Accumulate", "MPI_Get_accumulate")
ON_WINDOWS += ("MPI_Fetch_and_op", "MPI_Compare_and_swap")
MOST_CALLS = 3  # a sentence names at most this many calls around a line
_REDUCTION = re.compile(r"#\s*pragma\b.*\breduction\s*\(")
# The standard streams of C++. Output and input of several threads are no races (C++17, 30.4.1).
_STREAM = re.compile(r"_ZSt(3cin|4cout|4cerr|4clog|4wcin|5wcout|5wcerr|5wclog)\b")
# The compiler may move a load this many lines ahead of the construct that it belongs to.
MOST_LINES_EARLY = 2


class Call(NamedTuple):
    """A line of the source, in a function."""

    function: str | None
    file: str | None
    line: int | None

    @property
    def at(self) -> str:
        """`file:line` without folders, or the function."""
        if self.file and self.line:
            return f"{Path(self.file).name}:{self.line}"
        return self.function or "an unknown line"

    def is_in_reduction(self, directive: Call) -> bool:
        """Whether this line is in the block of a directive with `reduction`; `directive` is the
        directive's line. At the end of a thread's part, the compiler adds the thread's value in a
        loop around a compare-and-swap. The first load of that loop may have a line of the block.
        """
        if self.file != directive.file or not (self.file and self.line and directive.line):
            return False
        lines = _source(self.file)[: self.line - 1]
        if directive.line >= self.line or not _REDUCTION.search(lines[directive.line - 1]):
            return False
        closed = 0
        for number in range(self.line, directive.line, -1):
            if number < self.line:
                closed += lines[number - 1].count("}") - lines[number - 1].count("{")
            if number == self.line or closed < 0:
                closed = 0
                # Nothing but loops may stand between the directive and its block.
                between = lines[directive.line : number - 1]
                if not any("{" in line or (";" in line and "for" not in line) for line in between):
                    return True
        return False


class Actor(NamedTuple):
    """Who made an access or a call, such as malloc(): rank, thread and core, the cycle, and the
    line of the source.
    """

    rank: int | None  # None for a kernel
    thread: int
    task: int  # the number of the explicit task, from 1; 0 outside explicit tasks
    core: int
    cycle: int
    function: str | None  # the library's function that the program has called
    calls: Sequence[tuple]  # the line of the access and of the calls around it, innermost first
    inlined: int  # how many of the first calls are inlined into one function, at one instruction

    @property
    def stack(self) -> list[Call]:
        """The line, and the calls around it."""
        return [Call(*call) for call in self.calls] or [Call(None, None, None)]

    @property
    def line(self) -> str:
        """`file:line`, or empty."""
        call = self.stack[0]
        return f"{call.file}:{call.line}" if call.file and call.line else ""

    @property
    def call(self) -> str:
        """The library's function that the program has called, or the program's own function."""
        name = self.function or self.stack[0].function or "?"
        return constructs.with_names(re.sub(r"^(P(?=MPI_)|__oc_|hal_(?=mem))", "", name))

    who = property(name_of)

    @property
    def at(self) -> str:
        """The line, followed by the lines of the calls around it."""
        line, *around = [call.at for call in self.stack[: MOST_CALLS + 1]]
        return f"{line} (called at {', '.join(around)})" if around else line

    def is_marked_atomic(self, writes: bool) -> bool:
        """Whether the source says that the access is atomic. The compiler may turn an atomic load
        or store without a memory order into a plain one, whose line may be in a function that is
        inlined at the atomic construct. The compiler may also load early, before the construct.
        """
        early = 0 if writes else MOST_LINES_EARLY
        return any(
            "atomic" in line or _REDUCTION.search(line)
            for call in self.stack[: max(self.inlined, 1)]
            if call.file and call.line
            for line in _source(call.file)[max(call.line - 2, 0) : call.line + early]
        )


@functools.lru_cache(maxsize=64)
def _source(file: str) -> tuple[str, ...]:
    """The lines of a file. If a directive is continued by backslashes, each of its lines is
    replaced by the whole directive.
    """
    try:
        lines = Path(file).read_text(errors="replace").splitlines()
    except OSError:
        return ()
    found: list[str] = []
    while len(found) < len(lines):
        end = begin = len(found)
        while end + 1 < len(lines) and lines[end].endswith("\\"):
            end += 1
        whole = " ".join(line.removesuffix("\\") for line in lines[begin : end + 1])
        found += [whole] * (end + 1 - begin)
    return tuple(found)


class Suppression(NamedTuple):
    """A suppression: a kind of finding, or `*`, and a pattern of a function or of `file:line`."""

    kind: str
    pattern: str

    def covers(self, kind: str, actors: Sequence[Actor]) -> bool:
        """Whether a finding of this kind, by these actors, is not to be reported."""
        if not fnmatch.fnmatchcase(kind, self.kind):
            return False
        names = {name for actor in actors for name in _names(actor)}
        return any(fnmatch.fnmatchcase(name, self.pattern) for name in names)


def _names(actor: Actor):
    yield actor.call
    for call in actor.stack:
        yield call.function or ""
        yield call.at
        if call.file:
            yield f"{call.file}:{call.line}"


def suppressions(path: Path | None) -> list[Suppression]:
    """Reads a file of suppressions: a kind and a pattern on each line; `#` begins a comment."""
    if path is None:
        return []
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(Exit.USAGE, f"--suppress {path}: {error}") from error
    found = []
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not any(fnmatch.fnmatchcase(kind, words[0]) for kind in KINDS):
            what = (
                f"--suppress {path}, line {number}: expected KIND PATTERN, such as `race sum.c:12`"
            )
            raise Failure(Exit.USAGE, f"{what}; kinds are {', '.join(KINDS)}, or * for all")
        found.append(Suppression(*words))
    return found


def find(simulation, suppressed: Sequence[Suppression] = ()) -> list[Finding]:
    """The findings of the simulation, sorted by rank and line. Of several findings with the same
    lines, only one is kept.
    """
    found: dict[tuple, Finding] = {}
    times: dict[tuple, int] = {}
    rows = simulation.check_findings()
    for row in sorted(rows, key=lambda row: row["access"][0][4]):
        actors = _actors(row)
        kind = row["kind"]
        if kind == "race" and (_is_atomic(row) or _STREAM.match(row["variable"] or "")):
            continue
        if any(one.covers(kind, actors) for one in suppressed):
            continue
        both = sorted((actor.rank or 0, actor.line) for actor in actors[: 1 + (kind == "race")])
        key = (kind, row["object"], *both, row["variable"] if kind == "outside-variable" else None)
        found.setdefault(key, _finding(row))
        times[key] = times.get(key, 0) + row["times"]
    whole = [Finding(**{**vars(one), "times": times[key]}) for key, one in found.items()]
    return sorted(whole, key=lambda one: (one.rank, one.line, one.kind))


def _actors(row: dict) -> list[Actor]:
    """The actors of a finding: those of the access, of the other access or call, and of the
    allocation and the freeing of the block.
    """
    actors = [Actor(*row["access"][0])]
    if row["other"]:
        actors.append(Actor(*row["other"][0]))
    if row["block"]:
        actors += [Actor(*one) for one in row["block"][2:] if one]
    return actors


def _is_atomic(row: dict) -> bool:
    sides = [(Actor(*side[0]), *side[1:]) for side in (row["access"], row["other"])]
    return all(
        is_atomic
        or actor.is_marked_atomic(writes)
        or (not writes and actor.stack[0].is_in_reduction(other.stack[0]))
        for (actor, writes, is_atomic), (other, _, _) in zip(sides, reversed(sides), strict=True)
    )


def _finding(row: dict) -> Finding:
    access = Actor(*row["access"][0])
    text = _text(row, access)
    if len(access.stack) > 1 and row["kind"] != "leak":
        around = [call.at for call in access.stack[1 : MOST_CALLS + 1]]
        text += f"; called at {', '.join(around)}"
    rank = access.rank if access.rank is not None else -1
    return Finding(row["kind"], rank, access.call, access.line, text, _right(row))


def _right(row: dict) -> str:
    """What would be right."""
    if row["kind"] == "race":
        both = [Actor(*row[side][0]) for side in ("access", "other")]
        if any(actor.call.startswith("MPI_") for actor in both):
            return "a fence, a lock, or MPI_Win_post and MPI_Win_wait between them"
        if any(actor.task for actor in both):
            return "`depend`, `taskwait` or `taskgroup`, a lock, a reduction or atomics"
    if (
        row["kind"] == "message-buffer"
        and Actor(*row["other"][0]).call.removesuffix("_c") in ON_WINDOWS
    ):
        return "a flush, an unlock or the epoch's end before the access"
    if row["object"]:
        return f"{FREED_BY[row['object']]} before MPI_Finalize"
    return KINDS[row["kind"]]


def _text(row: dict, access: Actor) -> str:
    does = f"thread {access.thread} " if access.thread else ""
    does += "writes" if row["access"][1] else "reads"
    many = "byte" if row["bytes"] == 1 else "bytes"
    address = f"0x{row['address']:08x}"
    accesses = f"{does} {row['bytes']} {many} at {address} in cycle {access.cycle:,}"
    match row["kind"]:
        case "race":
            return _race(row, access, does)
        case "message-buffer":
            other = Actor(*row["other"][0])
            preposition = "into" if row["other"][1] else "from"
            message = f"the message of {other.call} at {other.at}"
            return f"{accesses}, {preposition} which {message} is under way"
        case "closed":
            other, is_own = row["other"]
            other = Actor(*other)
            if is_own:
                return f"names object {row['address']}, which was closed at {other.at}"
            reader = f"which {other.who} has closed at {other.at} and nobody has created again"
            return f"writes to port {row['address']}, {reader}"
        case "division-by-zero":
            return f"divides an integer by zero in cycle {access.cycle:,}"
        case "nan":
            does = f"thread {access.thread} computes" if access.thread else "computes"
            return f"{does} a NaN from numbers in cycle {access.cycle:,}"
        case "undefined":
            does = f"thread {access.thread} depends" if access.thread else "depends"
            where = f", {_distance(row)} {_block(row)}" if row["block"] else ""
            return (
                f"{does} in cycle {access.cycle:,} on memory at {address} that nobody has written"
                f"{where}"
            )
        case "outside-local":
            return f"{accesses}, over registers that a function has saved behind its variables"
        case "returned-local":
            return f"{accesses}, where a function that has returned had its variables"
        case "outside-variable":
            return f"{accesses}, behind the end of a variable (`{row['variable']}`)"
        case "leak" if row["object"]:
            article = "an" if row["object"][0] in "aeio" else "a"
            made = f"{access.call} has made {article} {row['object']}"
            return f"{made} that is not freed when MPI_Finalize returns"
        case "leak":
            return f"{_block(row)} is lost: no pointer leads to it at the end"
        case "double-free":
            return f"frees {_block(row)} again"
        case "bad-free" if row["block"]:
            return f"frees {address}, which is {row['block'][1]} bytes inside {_block(row)}"
        case "bad-free":
            return f"frees {address}, which malloc() has not returned"
    if not row["block"]:
        return f"{accesses}, where the heap has no block"
    return f"{accesses}, {_distance(row)} {_block(row)}"


def _distance(row: dict) -> str:
    """The position of a byte relative to its block."""
    size, distance = row["block"][:2]
    if distance < 0:
        return f"{-distance} bytes before"
    return f"{distance} bytes inside" if distance < size else f"{distance - size} bytes behind"


def _block(row: dict) -> str:
    size, _, allocated, freed = row["block"]
    allocated = Actor(*allocated)
    text = f"the block of {size} bytes that {allocated.who} has got at {allocated.at}"
    if freed:
        text += f" and freed at {Actor(*freed).at}"
    return text


def _race(row: dict, access: Actor, does: str) -> str:
    other, writes, _ = row["other"]
    other = Actor(*other)
    what = f"`{row['variable']}` (0x{row['address']:08x})" if row["variable"] else None
    what = what or f"0x{row['address']:08x}"
    if row["block"]:
        what += f" in {_block(row)}"
    verb = "wrote" if writes else "read"
    thread = f"thread {other.thread}"
    if access.task != other.task:
        thread = f"{'a task' if other.task else 'other code'} of {thread}"
        if access.task and other.task:
            thread = f"another task of {thread.removeprefix('a task of ')}"
    who = f"rank {other.rank}, {thread}," if other.rank != access.rank else thread
    by_chance = ""
    if (access.core, access.thread, access.task) == (other.core, other.thread, other.task):
        by_chance = " if another thread executes one of them"
    text = f"{does} {what} in cycle {access.cycle:,}, which {who} {verb} at {other.at} in cycle"
    return f"{text} {other.cycle:,}, and nothing orders the two{by_chance}"
