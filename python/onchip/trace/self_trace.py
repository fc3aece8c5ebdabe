"""Reads the trace that a program keeps itself (runtime/trace/), from the buffers that it has handed
over.
"""

import struct
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from onchip.base.failures import Exit, Failure
from onchip.base.load import Load
from onchip.build import compiler
from onchip.chip.chips import ChipFile
from onchip.trace.lanes import Lane, Regions
from onchip.trace.messages import Records
from onchip.trace.probes import OUTLINED
from onchip.trace.recorder import Trace
from onchip.trace.records import Kind, Record

_EVENTS_MARK, _NAMES_MARK, _BUFFERS_MARK = 0x4352544F, 0x4E52544F, 0x4252544F
_HEAD = 4  # words at the start of a buffer: mark, words used, thread, core of the first thread
_ENTER, _LEAVE, _NAME, _BEGIN, _END, _CALL, _RETURN, _SEND, _POST, _RECEIVED = range(1, 11)
_KINDS = {_SEND: Kind.SEND, _POST: Kind.POST, _RECEIVED: Kind.WAIT}
_FLUSH = "trace flush"  # name of region 0
_START = "__executable_start"


@dataclass
class _Thread:
    """The activity of a thread. `calls` has an item for each begin and end of a call: the cycle,
    whether the call begins, its kind, and its name or number. `named` has the names of the
    program's regions by their keys.
    """

    core: int
    calls: list = field(default_factory=list)
    named: dict = field(default_factory=dict)


def buffer_bytes(data: memoryview) -> int:
    """Returns the length in bytes of the buffer at the start of the data; 0 if the data do not
    start with a buffer.
    """
    mark, used = struct.unpack_from("<II", data) if len(data) >= 4 * _HEAD else (0, 0)
    return 4 * (_HEAD + used) if mark in (_EVENTS_MARK, _NAMES_MARK, _BUFFERS_MARK) else 0


class SelfTraceRecorder:
    """Takes the buffers of all ranks."""

    def __init__(self, loads: Sequence[Load], host: bool):
        """`loads` are the programs, whose files must still exist."""
        target = compiler.Target(host)
        self._outlined = []  # outlined functions, for the program of each rank
        for load in loads:
            if not load.kernel:
                self._outlined += [_outlined(target, load)] * load.ranks
        self._host = host
        self._threads: dict[tuple[int, int], _Thread] = {}
        self._names: dict[int, bytes] = {}
        self._activity: dict[int, list[tuple[Kind, array, int]]] = {}
        # address of the list of a rank's buffers, and its length
        self._buffers: dict[int, tuple[int, int]] = {}
        # the buffer that a thread has handed over last
        self._last: dict[tuple[int, int], array] = {}

    def take(self, rank: int, data: bytes) -> None:
        """Takes whole buffers of a rank. The simulator appends a cycle, which is ignored."""
        words = array("I")
        words.frombytes(data[: len(data) // 4 * 4])
        at = 0
        while at + _HEAD <= len(words):
            mark, used, thread, core = words[at : at + _HEAD]
            at += _HEAD
            if mark == _NAMES_MARK:
                self._names[rank] = self._names.get(rank, b"") + words[at : at + used].tobytes()
            elif mark == _EVENTS_MARK:
                key = rank, thread
                self._last[key] = words[at : at + used]
                self._take(rank, self._threads.setdefault(key, _Thread(core)), words, at, used)
            elif mark == _BUFFERS_MARK:
                low, high, threads = words[at : at + used]
                self._buffers[rank] = low | high << 32, threads
            else:
                break
            at += used

    def end(self, read: Callable[[int, int, int], bytes]) -> None:
        """Takes the contents of buffers that ranks could not hand over, because they did not end by
        themselves. `read` returns bytes of a rank's memory, from an address on: at most as many as
        requested.
        """
        pointer = "Q" if self._host else "I"
        for rank, (where, threads) in self._buffers.items():
            size = array(pointer).itemsize
            listed = read(rank, where, threads * size)
            for at in array(pointer, listed[: len(listed) // size * size]):
                head = array("I", read(rank, at, 4 * _HEAD)) if at else ()
                if len(head) == _HEAD and head[0] == _EVENTS_MARK and head[1]:
                    data = read(rank, at, 4 * (_HEAD + head[1]))
                    # The rank may have ended after it handed the buffer over, and before it
                    # emptied the buffer. Then the data have been taken already.
                    if array("I", data)[_HEAD:] != self._last.get((rank, head[2])):
                        self.take(rank, data)

    def _take(self, rank: int, thread: _Thread, words, at: int, used: int) -> None:
        end = at + used
        while at < end:
            first, low, high = words[at : at + 3]
            kind, count, which = first >> 24, first >> 16 & 0xFF, first & 0xFFFF
            own = words[at + 3 : at + 3 + count]
            at += 3 + count
            cycle = low | high << 32
            if kind in (_ENTER, _LEAVE):
                thread.calls.append((cycle, kind == _ENTER, _ENTER, which))
            elif kind in (_BEGIN, _END):
                name = thread.named.get(own[0], "?")
                thread.calls.append((cycle, kind == _BEGIN, _BEGIN, name))
            elif kind in (_CALL, _RETURN):
                name = self._outlined[rank].get(own[0])
                if name:  # the library's own functions have no name
                    thread.calls.append((cycle, kind == _CALL, _CALL, name))
            elif kind == _NAME:
                name = own[1:].tobytes().split(b"\0", 1)[0]
                thread.named[own[0]] = name.decode(errors="replace")
            elif kind in _KINDS:
                self._activity.setdefault(rank, []).append((_KINDS[kind], own, cycle))

    def trace(self, chip: ChipFile, program: str, cycles: int, ranks: int) -> "SelfTrace":
        """Returns the trace of a run. On this machine its cycles are nanoseconds since the first
        event.
        """
        if not self._threads:
            raise Failure(
                Exit.USAGE,
                f"{program} has handed over no trace: it called nothing that is traced, or did not "
                "come to its end",
            )
        start, last = 0, cycles
        if self._host:
            times = [event[0] for thread in self._threads.values() for event in thread.calls]
            start, last = min(times), max(times) - min(times)
        activity = {
            rank: [_record(*each, start) for each in own]
            for rank, own in sorted(self._activity.items())
        }
        lanes = []
        for (rank, number), thread in sorted(self._threads.items()):
            names = self._names.get(rank, b"").split(b"\0")
            lane = Lane(rank, number, None if number else thread.core)
            lane.regions = Regions.of(_regions(thread.calls, names, start, last))
            lanes.append(lane)
        return SelfTrace(
            None if self._host else chip, program, last, ranks, lanes, [], [], [], activity
        )


@dataclass
class SelfTrace(Trace):
    """The trace that a program has recorded itself; `activity` has its ranks' activity in MPI."""

    activity: dict[int, list[Record]] = field(default_factory=dict)

    @cached_property
    def records(self) -> Records:
        """The records of the ranks' activity in MPI."""
        return Records.of(self.activity)


def _regions(calls, names: Sequence[bytes], start: int, last: int) -> list[tuple[int, int, str]]:
    found, inside = [], []
    for cycle, begins, kind, which in calls:
        name = which
        if kind == _ENTER:
            name = names[which - 1].decode() if 0 < which <= len(names) else _FLUSH
        if begins:
            inside.append((cycle - start, name))
            continue
        for index in range(len(inside) - 1, -1, -1):
            if inside[index][1] == name:
                found.append((inside.pop(index)[0], cycle - start, name))
                break
    return found + [(begin, last, name) for begin, name in inside]


def _record(kind: Kind, words: Sequence[int], cycle: int, start: int) -> Record:
    request, peer, context, tag, size = words
    peer, tag = (word - (1 << 32) if word >> 31 else word for word in (peer, tag))
    now = cycle - start
    return Record(kind, "MPI", request, peer, context, tag, size, 0, now, now)


def _outlined(target, load: Load) -> dict[int, str]:
    """Returns the functions that the compiler has made out of regions and tasks, by address."""
    found = compiler.symbols(target, load.file)
    start = found.get(_START, 0)
    return {at - start: name for name, at in found.items() if OUTLINED in name}
