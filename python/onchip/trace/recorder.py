"""Records a run on the chip."""

import contextlib
import gc
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from onchip.chip.chips import ChipFile
from onchip.trace import lanes, messages, probes
from onchip.trace.lanes import Lane
from onchip.trace.messages import Messages, Records


@dataclass(frozen=True)
class Picture:
    """The chip at a cycle. All numbers of cycles and flits count from cycle 0. `flits` has the
    number of flits of every link. `cores` has three numbers of cycles for every core: those with a
    process, and how many of these it was asleep and stalled. `queued` is the number of accesses and
    answers that wait in each tile's interfaces. `circuits` has the tile and the endpoint of each
    open circuit, `priorities` the tile, the endpoint and the level of each priority.
    """

    cycle: int
    flits: Sequence[int]
    cores: Sequence[tuple[int, int, int]]
    queued: Sequence[int]
    circuits: Sequence[tuple[int, int]] = ()
    priorities: Sequence[tuple[int, int, int]] = ()


@dataclass
class Trace:
    """A run over time. On this machine there is no chip, and a cycle is a nanosecond."""

    chip: ChipFile | None
    program: str
    cycles: int
    ranks: int
    lanes: list[Lane]
    links: list[tuple[int, int, int]]  # network, router, port
    pictures: list[Picture]
    tiles: list[list[int]]  # the cores of each tile

    @cached_property
    def records(self) -> Records:
        """The records of the ranks' activity in MPI."""
        return messages.records(self.lanes)

    @cached_property
    def messages(self) -> Messages:
        """All messages of MPI, including those inside collective operations."""
        return messages.messages(self.records)

    @cached_property
    def mpi_share(self) -> float | None:
        """The share of the cycles of the ranks' first threads in calls of MPI; None if no call was
        seen.
        """
        spent, whole = 0, 0
        for lane in self.lanes:
            if lane.rank is None or lane.thread:
                continue
            whole += self.cycles
            last = 0
            for begin, end, name in lane.regions:
                if probes.is_mpi(name) and end > last:
                    spent += end - max(begin, last)
                    last = end
        return spent / whole if spent else None

    @property
    def machine(self) -> str:
        """The name of the chip, or of this machine."""
        return self.chip.name if self.chip else "host"

    @property
    def hertz(self) -> int:
        """Cycles per second."""
        if not self.chip:
            return 10**9
        return int(self.chip.config["core"]["clock_mhz"] * 1e6)


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Suspends garbage collection: all recorded data stay in use, and scanning them would take half
    of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class ChipRecorder:
    """Takes the simulator's recording."""

    def __init__(self):
        self._recorded, self._call_sites = [], []
        self._pictures = {}

    def end(self, simulation) -> None:
        """Takes the records when the run is over."""
        self._recorded, self._call_sites = simulation.recorded(), simulation.call_sites()
        self._pictures = simulation.pictures()

    def trace(self, chip: ChipFile, program: str, cycles: int, ranks: int) -> Trace:
        """Returns the trace of a run of `ranks` ranks."""
        pictures = [
            Picture(
                cycle, array("Q", flits), _threes(array("Q", cores)), array("I", queued), *marked
            )
            for cycle, flits, cores, queued, *marked in self._pictures.get("samples", ())
        ]
        links, tiles = self._pictures.get("links", []), self._pictures.get("tiles", [])
        read = lanes.read(self._recorded, self._call_sites, cycles)
        return Trace(chip, program, cycles, ranks, read, links, pictures, tiles)


def _threes(words: Sequence[int]) -> list[tuple[int, int, int]]:
    each = iter(words)
    return list(zip(each, each, each, strict=True))
