"""The simulator's stream of events of a core (simulator/src/tile/cores/recorder.rs)."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from onchip.trace import probes

_ENTER, _LEAVE, _STATE, _FULL = 1, 2, 3, 4
STATES = ("running", "memory", "network", "waiting")  # Spending of the simulator; 0: it runs


@dataclass(slots=True)
class Call:
    """A call of an observed function: what was recorded at its entry, and at its end. `around`: the
    call of the user's that it is in.
    """

    name: str
    begin: int
    arguments: Sequence[int]
    around: str
    end: int | None = None
    results: Sequence[int] = ()


@dataclass(slots=True)
class Lane:
    """What a thread of a rank has done on its core, if that is known; a kernel has no rank."""

    rank: int | None
    thread: int
    core: int | None
    regions: list = field(default_factory=list)  # (begin, end, name), by their begin
    inside: list = field(default_factory=list)  # calls inside the library, by their begin
    states: list = field(default_factory=list)  # (cycle, index in STATES)
    states_end: int | None = None  # from this cycle on they are left out

    @property
    def name(self) -> str:
        """For users."""
        if self.rank is None:
            return f"kernel on core {self.core}"
        return f"rank {self.rank}" + (f" thread {self.thread}" if self.thread else "")

    @property
    def place(self) -> str:
        """Its core, or its number in the rank."""
        return f"thread {self.thread}" if self.core is None else f"core {self.core}"


class Reader:
    """Reads the events of all lanes, in pieces."""

    def __init__(self):
        self._lanes = {}
        self._open = {}

    def take(self, pieces) -> None:
        """Takes pieces of the stream, as `Simulation.events` of the simulator gives them."""
        for rank, thread, core, names, data in pieces:
            if data:
                lane = self._lanes.setdefault((rank, thread, core), Lane(rank, thread, core))
                _read(lane, self._open.setdefault((rank, thread, core), []), names, data)

    def lanes(self, cycles: int) -> list[Lane]:
        """All lanes after `cycles`, which ends everything that is still open."""
        for key, calls in self._open.items():
            while calls:
                _end(self._lanes[key], calls.pop(), cycles, ())
        lanes = sorted(
            self._lanes.values(), key=lambda lane: (lane.rank is None, lane.rank, lane.thread)
        )
        for lane in lanes:
            lane.regions.sort(key=lambda region: (region[0], -region[1]))
            lane.inside.sort(key=lambda call: call.begin)
        return lanes


def _read(lane: Lane, calls: list, names: Sequence[str], data: bytes) -> None:
    """`calls`: those that have begun; the user's as (name, cycle), the library's as `Call`."""
    words = array("I", data)
    inside = [name in probes.INSIDE for name in names]
    states = lane.states
    at, end = 0, len(words)
    while at < end:
        first = words[at]
        cycle = words[at + 1] | words[at + 2] << 32
        kind, count, which = first >> 24, first >> 16 & 0xFF, first & 0xFFFF
        at += 3 + count
        if kind == _STATE:
            states.append((cycle, which))
        elif kind == _ENTER:
            name = names[which]
            if inside[which]:
                around = next((c[0] for c in reversed(calls) if type(c) is tuple), "")
                calls.append(Call(name, cycle, words[at - count : at], around))
            else:
                calls.append((name, cycle))
        elif kind == _LEAVE:
            own = words[at - count : at] if count else ()
            _leave(lane, calls, names[which], cycle, own)
        elif kind == _FULL:
            lane.states_end = cycle


def _leave(lane: Lane, calls: list, name: str, cycle: int, results) -> None:
    for index in range(len(calls) - 1, -1, -1):
        call = calls[index]
        if (call.name if type(call) is Call else call[0]) == name:
            _end(lane, calls.pop(index), cycle, results)
            return


def _end(lane: Lane, call, cycle: int, results) -> None:
    if type(call) is Call:
        call.end, call.results = cycle, results
        lane.inside.append(call)
    else:
        lane.regions.append((call[1], cycle, probes.region(call[0])))
