"""Reads the file that the processes of a job on this machine share: `struct shared` of
hal/linux.
"""

import os
import struct
from dataclasses import dataclass
from pathlib import Path

# The layout of the file (runtime/hal/linux/shared.h): a header of 192 bytes (a cache line of
# fields, and two lines of return addresses), then a record of 64 bytes for each thread (its seat).
ABORTED_OFFSET = 4
ABORTED_LAYOUT = "<Ii"  # the fields aborted and seat_aborted
ABORTED = 0x100
ABORTING = 0x200
FAULTED = 0x400
CALLERS_OFFSET = 64
CALLERS_LAYOUT = "<16Q"
HEAD_BYTES = 192
PLACE_BYTES = 64
SLEEPS_UNTIL = 0x10000  # added to `sleeping` for each thread that sleeps until a deadline
# The fields of a thread's record: events, sleeping, process, rank + 1, active, wait record, awaits,
# in_turn.
PLACE_LAYOUT = "<IIiiI4xQQI"
# The devices of each thread follow the records of all threads (runtime/hal/linux/devices.h).
DEVICES_BYTES = 6144
QUEUES_OFFSET = 4096
QUEUE_BYTES = 64
TAKER_OFFSET = 44
# Number of a thread's seat + 1, and the return address of the call that took the element.
TAKER_LAYOUT = "<IQ"
IN_MUTEXES = 1 << 44  # this bit is set in the global address of a mutex
MUTEXES_OFFSET = 4608
MUTEX_BYTES = 64
# Number of a thread's seat + 1, and the return address of the call that took the mutex.
MUTEX_LAYOUT = "<I4xQ"
OWNER = 0x7FFFFFFF  # the bits of the first word that contain the seat number + 1
FUTEX = "202"  # the number of futex(2) on x86-64, the only processor with MPI_THREAD_MULTIPLE
PLACE_SHIFT = 48  # the place's position in a global address (runtime/hal/linux/shared.h)
# The fields call, peer and tag of runtime/hal/record/wait_record.h; the others are not needed.
RECORD_LAYOUT = "<Qii"
CALL_BYTES = 64
ANY_CLUSTER, ALL_CLUSTERS, CLUSTER = -3, -4, 1 << 24
PEERS = {
    -1: "any rank",
    -2: "the other ranks",
    ANY_CLUSTER: "any cluster",
    ALL_CLUSTERS: "the other clusters",
}


@dataclass(frozen=True)
class Abort:
    """How a process has ended the job."""

    code: int
    place: int
    thread: int
    callers: list[int]  # return addresses of the thread's calls, the innermost first


@dataclass(frozen=True)
class Holder:
    """The thread that holds a mutex, or has taken the element of a queue that serves as a lock."""

    place: int
    thread: int
    caller: int  # the return address of the function that took it


class SharedFile:
    """State of the processes: their ranks, which of them sleep, whether the job was aborted."""

    def __init__(self, places: int, ranks: int, threads: int):
        """Makes the file in memory; the processes extend it as needed. The file has no name in any
        folder, so it disappears with the processes, however they end.
        """
        self._places, self._ranks, self._threads = places, ranks, threads
        self._file = os.memfd_create("onchip job")

    @property
    def path(self) -> str:
        """A path by which the processes can open the file."""
        return f"/proc/{os.getpid()}/fd/{self._file}"

    def close(self) -> None:
        """Frees the file."""
        os.close(self._file)

    def rank(self, place: int) -> int:
        """The rank of the process at `place`; before MPI_Init, its place."""
        rank = self._place(place)[3]
        return rank - 1 if rank else place

    def waits(self, place: int) -> int | None:
        """The number of wake-up events so far of the process at `place`; None if one of its threads
        is awake, or will wake at a deadline.
        """
        seats = [self._place(seat) for seat in self._seats(place)]
        process, in_turn = seats[0][2], sum(seat[7] for seat in seats)
        if in_turn:
            # Some threads may wait for their turn, and other threads of the process may wake them.
            # So the process waits only if all of its threads wait.
            until = sum(seat[1] // SLEEPS_UNTIL for seat in seats)
            wait = until == in_turn == sum(_wakeable(process))
        else:
            wait = all(0 < seat[1] < SLEEPS_UNTIL for seat in seats)
        if not wait or not _asleep(process):
            return None
        return sum(events for events, *_ in seats)

    def _seats(self, place: int) -> list[int]:
        """The seats (record numbers) of the process's threads (runtime/hal/linux/shared.h)."""
        further = self._threads - 1 if place < self._ranks else 0
        return [place, *(self._places + place * further + i for i in range(further))]

    def waits_for(self, place: int, ended: set[int]) -> str:
        """The call in which the process at `place` waits, and what the process waits for; empty if
        the process has no wait record. `ended` holds the ranks that have finished.
        """
        *_, process, _, _, record, _, _ = self._place(place)
        try:
            with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
                call, peer, tag = struct.unpack(RECORD_LAYOUT, _read(memory, record, 16))
                name = _read(memory, call, CALL_BYTES).split(b"\0")[0].decode() if call else ""
        except (OSError, ValueError, struct.error):
            return ""
        who = PEERS.get(peer, f"rank {peer}")
        if peer in ended:
            who += ", which has ended"
        kind = "tag"
        if peer >= CLUSTER:
            who = f"cluster {peer - CLUSTER}"
        if peer >= CLUSTER or peer in (ANY_CLUSTER, ALL_CLUSTERS):
            kind = "port"
        what = {-1: f" (any {kind})", -2: ""}.get(tag, f" ({kind} {tag})")
        return f"{name} for {who}{what}" if name else ""

    def recorded(self, place: int) -> int | None:
        """The thread of the process at `place` that has written the wait record; None if any of
        several threads may have written it.
        """
        *_, process, _, _, _, _, in_turn = self._place(place)
        if not in_turn:
            return 0
        wakeable = _wakeable(process)
        return wakeable.index(True) if sum(wakeable) == 1 else None

    def holder(self, place: int, thread: int) -> Holder | None:
        """The thread that holds the element or mutex for which a thread waits; None if the thread
        waits for neither.
        """
        seats = self._seats(place)
        if thread >= len(seats):  # the program itself has started the thread
            return None
        *_, awaited, _ = self._place(seats[thread])
        if not awaited:
            return None
        at = HEAD_BYTES + PLACE_BYTES * self._places * self._threads
        at += DEVICES_BYTES * (awaited >> PLACE_SHIFT)
        number = awaited & 0xFFFFFFFF
        if awaited & IN_MUTEXES:
            at, layout = at + MUTEXES_OFFSET + MUTEX_BYTES * number, MUTEX_LAYOUT
        else:
            at, layout = at + QUEUES_OFFSET + QUEUE_BYTES * number + TAKER_OFFSET, TAKER_LAYOUT
        word, caller = struct.unpack(layout, self._read(at, struct.calcsize(layout)))
        seat = word & OWNER
        for holder in range(self._ranks):
            seats = self._seats(holder)
            if seat - 1 in seats:
                return Holder(holder, seats.index(seat - 1), caller)
        return None

    def aborted(self) -> Abort | None:
        """How a process has ended the job; None if no process has."""
        return self._end(ABORTED)

    def faulted(self) -> Abort | None:
        """Where the signal of a fault has ended a process, the first one; None if there was no
        fault.
        """
        return self._end(FAULTED)

    def _end(self, kind: int) -> Abort | None:
        head = self._read(ABORTED_OFFSET, struct.calcsize(ABORTED_LAYOUT))
        word, seat = struct.unpack(ABORTED_LAYOUT, head)
        if not word & kind or word & ABORTING:
            return None
        place = word >> 16
        seats = self._seats(place)
        callers = struct.unpack(
            CALLERS_LAYOUT, self._read(CALLERS_OFFSET, struct.calcsize(CALLERS_LAYOUT))
        )
        thread = seats.index(seat) if seat in seats else 0
        return Abort(word & 0xFF, place, thread, [at for at in callers if at])

    def _place(self, place: int) -> tuple:
        size = struct.calcsize(PLACE_LAYOUT)
        return struct.unpack(PLACE_LAYOUT, self._read(HEAD_BYTES + PLACE_BYTES * place, size))

    def _read(self, offset: int, size: int) -> bytes:
        return os.pread(self._file, size, offset).ljust(size, b"\0")


def _read(memory, address: int, size: int) -> bytes:
    memory.seek(address)
    return memory.read(size)


def _asleep(process: int) -> bool:
    """Whether every thread of a process sleeps."""
    # In proc(5) the state follows the name, which is in parentheses and may contain anything.
    states = [text.rpartition(")")[2].split()[0] for text in _of_threads(process, "stat")]
    return bool(states) and all(state == "S" for state in states)


def _wakeable(process: int) -> list[bool]:
    """For each thread of a process, whether it does anything but sleep in futex(2) without a
    deadline.
    """
    calls = [text.split() for text in _of_threads(process, "syscall")]
    return [call[0] != FUTEX or int(call[4], 16) != 0 for call in calls]


def _of_threads(process: int, name: str) -> list[str]:
    """The text of the file `name` of each thread in proc(5); empty if a thread ends meanwhile."""
    try:
        threads = sorted(Path(f"/proc/{process}/task").iterdir(), key=lambda path: int(path.name))
        return [(thread / name).read_text() for thread in threads]
    except OSError:
        return []
