"""Finds MPI calls that belong together but have different type signatures.

A signature is the sequence of predefined datatypes of some data, whatever their place in memory
(MPI 4.1, section 3.3.1).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from onchip.base import mpi_names
from onchip.mpi_check.records import GIVES, Kind, Record, Signature


@dataclass(frozen=True)
class Mismatch:
    """Two records that belong together but have different signatures: the one to report, and the
    other one.
    """

    reported: Record
    other: Record

    def __str__(self) -> str:
        """Describes each side; `{at}` in the text stands for the line of the other side's call."""
        ours, theirs = _entries(self.reported.signature), _entries(self.other.signature)
        if self.reported.kind is Kind.COLLECTIVE:
            verbs = [
                "gives" if side.flags & GIVES else "takes" for side in (self.reported, self.other)
            ]
            text = f"{verbs[0]} {ours}, and rank {self.other.rank} {verbs[1]} {theirs}"
            return f"{text} (in {self.other.call}{{at}})"
        if self.reported.kind is Kind.ORIGIN:
            return f"{ours} here and {theirs} in the window of rank {self.reported.peer}"
        first = _first(self.other.signature, self.reported.signature)
        where = f"from rank {self.other.rank} (in {self.other.call}{{at}})"
        return f"{theirs} {where} received as {ours}{first}"


def differ(one: Signature, other: Signature) -> bool:
    """Whether two signatures do not match; MPI_BYTE and MPI_PACKED match everything."""
    if one.untyped or other.untyped:
        return False
    return (one.hash, one.entries) != (other.hash, other.entries)


def mismatches(records: Iterable[Record]) -> Iterator[Mismatch]:
    """Yields the mismatches of collectives, operations on windows, and partitioned messages."""
    collectives: dict[tuple, list[Record]] = defaultdict(list)
    parts: dict[tuple, dict[Kind, list[Record]]] = defaultdict(lambda: defaultdict(list))
    origin = None
    for record in records:
        if record.kind is Kind.COLLECTIVE:
            function = record.call.removesuffix("_c")
            key = record.context, record.request, function, record.number, record.peer
            collectives[key].append(record)
        elif record.kind in (Kind.PARTS_SEND, Kind.PARTS_RECEIVE):
            parts[record.channel][record.kind].append(record)
        elif record.kind is Kind.ORIGIN:
            origin = record
        elif record.kind is Kind.TARGET and origin and differ(origin.signature, record.signature):
            yield Mismatch(origin, record)
    for sides in collectives.values():
        expected = _expected(sides)
        for side in sides:
            if differ(side.signature, expected.signature):
                yield Mismatch(side, expected)
    for both in parts.values():
        for send, receive in zip(both[Kind.PARTS_SEND], both[Kind.PARTS_RECEIVE], strict=False):
            if differ(send.signature, receive.signature):
                yield Mismatch(receive, send)


def _expected(sides: list[Record]) -> Record:
    """Returns the record with which the others are compared: the root's, or one of the majority."""
    for flags in (GIVES, 0):
        only = [side for side in sides if side.flags & GIVES == flags]
        if len(only) == 1:
            return only[0]
    [(most, _)] = Counter(side.signature for side in sides).most_common(1)
    return next(side for side in sides if side.signature == most)


def _entries(signature: Signature) -> str:
    parts = [f"{count} {_type(handle)}" for handle, count in signature.runs]
    return ", ".join(parts[:3] + ["…"] * (len(parts) > 3 or not signature.whole)) or "nothing"


def _type(handle: int) -> str:
    return mpi_names.name("MPI_Datatype", handle) or f"datatype {handle:#x}"


def _first(sent: Signature, received: Signature) -> str:
    """Names the first element that differs; empty if that is element 0, or unknown."""
    ours, theirs = (
        [handle for handle, count in signature.runs for _ in range(min(count, 1 << 12))]
        for signature in (sent, received)
    )
    for at, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            return f", element {at} is {_type(one)} and not {_type(other)}" if at else ""
    return ""
