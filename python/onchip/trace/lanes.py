"""The activity of threads on their cores, as recorded by the simulator
(simulator/src/tile/cores/recorder.rs). The data are kept in columns because traces are long.
"""

import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy

from onchip.trace import probes

# How a core spends a cycle (`Spending` in the simulator).
STATES = ("running", "memory", "network", "waiting")
_HEAD = 5  # words of a call before its arguments
_FULL = 255  # stands in place of a state: from this cycle on no states are recorded
_NESTED = 32  # number of calls, nested or one after the other, that `line_at` examines
_OPEN = 2**64 - 1  # stands for the end of a call that has not ended


@dataclass(frozen=True)
class Regions:
    """Calls of functions that users know. They are sorted by their begin. If several begin
    together, the longest comes first.

    `which` has indices into `names`. `callers` has indices into `lines`, the lines `file:line` of
    the calls. The first of these lines is empty, and stands for an unknown line or a line of the
    library.
    """

    begins: numpy.ndarray
    ends: numpy.ndarray
    which: numpy.ndarray
    callers: numpy.ndarray
    names: Sequence[str]
    lines: Sequence[str] = ("",)

    @staticmethod
    def of(calls: Iterable[tuple[int, int, str]]) -> "Regions":
        """Makes the columns from calls in any order, each with begin, end and name."""
        numbers = {}
        rows = [(begin, end, numbers.setdefault(name, len(numbers))) for begin, end, name in calls]
        columns = numpy.array(rows, numpy.int64).reshape(-1, 3)
        columns = columns[numpy.lexsort((-columns[:, 1], columns[:, 0]))]
        return Regions(*columns.T, numpy.zeros(len(columns), numpy.int64), list(numbers))

    def __len__(self) -> int:
        """The number of calls."""
        return len(self.begins)

    def line_at(self, cycle: int) -> str:
        """Returns the line of the innermost call that the program was making in `cycle`; empty if
        it is unknown.
        """
        at = bisect.bisect_right(self.begins, cycle)
        for index in range(at - 1, max(at - 1 - _NESTED, -1), -1):
            if self.ends[index] >= cycle and self.callers[index]:
                return self.lines[self.callers[index]]
        return ""

    def __iter__(self) -> Iterator[tuple[int, int, str]]:
        """Yields begin, end and name of each call."""
        names = map(self.names.__getitem__, self.which.tolist())
        return zip(self.begins.tolist(), self.ends.tolist(), names, strict=True)


@dataclass(frozen=True)
class Calls:
    """Calls of a function inside the library, sorted by their begin. `around` has the call of a
    user's program that contains each call, as an index into the lane's regions, or -1. `words` has
    a row for each call: its arguments, and the words that were recorded at its entry and its end.
    """

    begins: numpy.ndarray
    ends: numpy.ndarray
    is_over: numpy.ndarray
    around: numpy.ndarray
    words: numpy.ndarray


@dataclass(slots=True)
class Lane:
    """The activity of a rank's thread, and its core if known; a kernel has no rank. `states` has
    two rows: cycles, and the states that begin in these cycles, as indices into STATES. `process`
    and `title` are the names of the rank and of the thread for users, if they are not just numbers.
    """

    rank: int | None
    thread: int
    core: int | None
    regions: Regions = field(default_factory=lambda: Regions.of(()))
    inside: dict[str, Calls] = field(default_factory=dict)  # by function
    states: numpy.ndarray = field(default_factory=lambda: numpy.zeros((2, 0), numpy.int64))
    states_end: int | None = None  # from this cycle on no states are recorded
    job: int = 0  # number of the job on the chip
    process: str = ""
    title: str = ""

    @property
    def owner(self) -> str:
        """The name of the lane's process, for users."""
        if self.process or self.rank is not None:
            return self.process or f"rank {self.rank}"
        return f"kernel on core {self.core}"

    @property
    def name(self) -> str:
        """The name of the lane, for users."""
        return self.title or self.owner + (f" thread {self.thread}" if self.thread else "")

    @property
    def place(self) -> str:
        """The core, or the number of the thread in its rank if the core is unknown."""
        return self.title or (f"thread {self.thread}" if self.core is None else f"core {self.core}")


def read(recorded, call_sites, cycles: int) -> list[Lane]:
    """Makes all lanes from the results of `Simulation.recorded` and `.call_sites`. Calls that have
    not ended end at `cycles`.
    """
    lanes = []
    of_programs = [_Sites(sites) for sites in call_sites]
    for job, program, rank, thread, core, functions, states in recorded:
        regions, inside = _read(functions, of_programs[program], cycles)
        if len(regions) or inside or states:
            lanes.append(Lane(rank, thread, core, regions, inside, job=job))
            _states(lanes[-1], states)
    return sorted(lanes, key=lambda lane: (lane.job, lane.rank is None, lane.rank, lane.thread))


class _Sites:
    """The lines from which the functions of a program are called."""

    def __init__(self, sites: dict[int, tuple[str, int]]):
        here = f"{Path.cwd()}/"
        lines = [f"{file.removeprefix(here)}:{line}" for file, line in sites.values()]
        numbers = {line: number for number, line in enumerate(dict.fromkeys(lines), 1)}
        self.lines = ["", *numbers]
        self._returns = numpy.array([0, *sites], numpy.uint32)  # sorted
        self._numbers = numpy.array([0, *map(numbers.__getitem__, lines)], numpy.int64)

    def numbers(self, returns: numpy.ndarray) -> numpy.ndarray:
        """Returns indices into the lines, of calls that return to these addresses."""
        at = numpy.searchsorted(self._returns, returns, side="right") - 1
        return numpy.where(self._returns[at] == returns, self._numbers[at], 0)


def _read(functions, sites: _Sites, cycles: int) -> tuple[Regions, dict[str, Calls]]:
    names = [probes.region(name) for name, _, _ in functions]
    inside, columns = {}, []
    for index, (function, width, data) in enumerate(functions):
        if not data:
            continue
        rows = numpy.frombuffer(data, numpy.uint32).reshape(-1, width)
        times = rows[:, :4].astype(numpy.uint64)
        begins = (times[:, 0] | times[:, 1] << 32).astype(numpy.int64)
        ends = times[:, 2] | times[:, 3] << 32
        is_over = ends != _OPEN
        ends = numpy.where(is_over, ends, cycles).astype(numpy.int64)
        if names[index] is None:
            around = rows[:, 4].astype(numpy.int64) - 1
            inside[function] = Calls(begins, ends, is_over, around, rows[:, _HEAD:])
        else:
            callers = sites.numbers(rows[:, 4])
            columns.append((begins, ends, numpy.full(len(rows), index), callers))
    if not columns:
        return Regions(*numpy.empty((4, 0), numpy.int64), names), inside
    columns = numpy.stack([numpy.concatenate(each) for each in zip(*columns, strict=True)])
    columns = columns[:, numpy.lexsort((-columns[1], columns[0]))]
    return Regions(*columns, names, sites.lines), inside


def _states(lane: Lane, data: bytes) -> None:
    words = numpy.frombuffer(data, numpy.uint64)
    if len(words) and words[-1] & 255 == _FULL:
        lane.states_end = int(words[-1] >> 8)
        words = words[:-1]
    lane.states = numpy.stack((words >> 8, words & 255)).astype(numpy.int64)
