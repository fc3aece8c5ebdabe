"""Finds calls that are right by themselves and wrong together.

All ranks call the same collectives on a communicator in the same order, with the same root and
operation (MPI 4.1, sections 6.1 and 6.14). Until a message is complete, the program must not change
the data that it sends, nor use the memory into which it receives (MPI 4.1, sections 3.7.2 and
3.7.4). No two operations use the same bytes of a window at the same time, unless both read or both
combine (MPI 4.1, section 12.7). Between two fences, the operations of all ranks are compared. In
epochs of locks and of MPI_Win_start, only operations of one rank are compared, because locks and
messages may order operations of several ranks.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from onchip.base import mpi_names
from onchip.mpi_check.records import (
    COMBINES,
    HERE,
    OPERATION,
    OWN,
    READS,
    ROOT,
    WRITES,
    Kind,
    Record,
)


@dataclass(frozen=True)
class Conflict:
    """A call, and another call, perhaps of another rank, that contradicts it. `{at}` in the text
    stands for the line of the other call.
    """

    kind: str
    reported: Record
    other: Record
    what: str
    right: str


def collectives(records: Iterable[Record]) -> Iterator[Conflict]:
    """Yields the first calls on each communicator in which ranks do not agree."""
    communicators: dict[tuple, dict[int, list[Record]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        if record.kind is Kind.JOIN:
            communicators[record.context, record.request][record.number].append(record)
    for calls in communicators.values():
        for _, joined in sorted(calls.items()):
            pairs = list(_differences(joined))
            yield from pairs
            if pairs:
                break


def _differences(joined: list[Record]) -> Iterator[Conflict]:
    """Compares the calls to a collective with the call that most ranks have made. In a tie, the
    call that was made first counts.
    """
    [(most, _)] = Counter(map(_agreed, joined)).most_common(1)
    other = next(record for record in joined if _agreed(record) == most)
    for record in joined:
        for (ours, theirs), describe in zip(
            zip(_agreed(record), most, strict=True), (_function, _root, _operation), strict=True
        ):
            if ours != theirs:
                yield describe(record, other)
                break


def _agreed(record: Record) -> tuple[str, int, str]:
    """The arguments in which all ranks have to agree: the function, its root and its operation."""
    return (
        record.call.removesuffix("_c"),
        record.tag if record.flags & ROOT else 0,
        _name(record) if record.flags & OPERATION else "",
    )


def _name(record: Record) -> str:
    return mpi_names.name("MPI_Op", record.bytes) or "an operation of the program"


def _function(record: Record, other: Record) -> Conflict:
    comm = mpi_names.name("MPI_Comm", record.comm) or "another communicator"
    what = (
        f"is collective {record.number} on {comm}; in rank {other.rank}{{at}}, that is {other.call}"
    )
    return Conflict(
        "collective", record, other, what, "the same collectives in the same order at all ranks"
    )


def _root(record: Record, other: Record) -> Conflict:
    what = f"the root is {record.tag}; in rank {other.rank}{{at}}, it is {other.tag}"
    return Conflict("collective", record, other, what, "the same root at all ranks")


def _operation(record: Record, other: Record) -> Conflict:
    what = f"the operation is {_name(record)}; in rank {other.rank}{{at}}, it is {_name(other)}"
    return Conflict("collective", record, other, what, "the same operation at all ranks")


def buffers(records: Iterable[Record]) -> Iterator[Conflict]:
    """Yields the messages whose buffers have been used while they were pending."""
    started = None
    for record in records:
        if record.kind is Kind.OVERLAP:
            started = record
        elif record.kind is Kind.OVERLAPPED and started:
            what = f"its buffer overlaps with that of {record.call}{{at}}, which is not complete"
            right = "another buffer for each message, until it is complete"
            yield Conflict("buffer", started, record, what, right)
        elif record.kind is Kind.WRITTEN:
            what = "its buffer was written before the call was complete"
            right = (
                "leave it unchanged until a wait or a test completes the request, or, for a "
                "window, until the epoch ends"
            )
            yield Conflict("buffer", record, record, what, right)


_USES = {READS: "reads", WRITES: "writes", COMBINES: "combines"}


@dataclass
class _Use:
    """An operation on a window."""

    record: Record
    start: int  # index of the operation's own record
    read: float = math.inf  # index of the record by which the operation no longer reads the window

    def conflicts(self, other: _Use) -> bool:
        """Whether two operations of one epoch must not use the same bytes."""
        are_alike = self.record.tag == other.record.tag != WRITES
        return not are_alike and self.start < other.read and other.start < self.read


def accesses(records: Iterable[Record]) -> Iterator[Conflict]:
    """Yields operations that use the same bytes of a window at the same time."""
    for uses in _epochs(records):
        uses.sort(key=lambda use: use.record.comm)
        for at, first in enumerate(uses):
            for second in uses[at + 1 :]:
                if second.record.comm >= first.record.comm + first.record.bytes:
                    break
                if first.conflicts(second):
                    yield _access(second.record, first.record)
                    break


def _epochs(records: Iterable[Record]) -> Iterable[list[_Use]]:
    """Groups operations on windows by epoch: the time between two fences, or, for locks and
    MPI_Win_start, between two completions of operations on a target.
    """
    epochs: dict[tuple, list[_Use]] = defaultdict(list)
    reads: dict[tuple, list[_Use]] = defaultdict(list)  # by rank and window
    completions: dict[tuple, int] = Counter()  # by rank, window and target; −1: all targets
    for at, record in enumerate(records):
        window = record.rank, record.context
        if record.kind is Kind.COMPLETED:
            completions[(*window, record.peer)] += not record.flags & HERE
            reads[window] = [use for use in reads[window] if not _completes(record, use, at)]
        elif record.kind is Kind.ACCESS:
            use = _Use(record, at)
            epoch = record.context, record.request, record.number, record.peer
            if record.flags & OWN:
                times = [completions[(*window, target)] for target in (-1, record.peer)]
                epoch = "own", *window, record.peer, *times
                if record.tag == READS:
                    reads[window].append(use)
            epochs[epoch].append(use)
    return epochs.values()


def _completes(record: Record, use: _Use, at: int) -> bool:
    """Whether `record` says that the operation `use`, which reads a window, is complete. If so,
    stores `at`, the index of the record, in `use.read`.

    Operations that write are not considered: when they are complete at their origin, they may not
    have written the window yet.
    """
    is_it = record.peer in (-1, use.record.peer)
    if not is_it or (record.request and record.request != use.record.request):
        return False
    use.read = at
    return True


def _access(record: Record, other: Record) -> Conflict:
    end = min(record.comm + record.bytes, other.comm + other.bytes) - 1
    what = (
        f"{_USES[record.tag]} bytes {record.comm} to {end} of the window of rank {record.peer}, "
        f"which rank {other.rank} {_USES[other.tag]} in the same epoch, in {other.call}{{at}}"
    )
    between = "a flush" if record.flags & OWN else "a fence"
    right = f"{between} between them, other bytes, or operations that combine alike"
    return Conflict("window", record, other, what, right)
