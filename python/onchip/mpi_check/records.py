"""The records that a checked program sends (runtime/mpi/watch/watch.h), one after the other."""

import struct
from collections import defaultdict
from dataclasses import dataclass
from enum import IntEnum

_LAYOUT = struct.Struct("<IiIiQQQQIIQQII12I32s")
RECORD_BYTES = _LAYOUT.size
_RUNS = 6  # a record holds at most this many runs of equal datatypes of a signature


class Kind(IntEnum):
    """The kinds of records: enum oc_watch_kind."""

    SEND = 0
    MATCH = 1
    TAKE = 2
    REQUEST = 3
    LEFT = 4
    ACTIVE = 5
    NO_MEMORY = 6
    COLLECTIVE = 7
    ORIGIN = 8
    TARGET = 9
    PARTS_SEND = 10
    PARTS_RECEIVE = 11
    JOIN = 12
    WITHDRAWN = 13
    WRITTEN = 14
    OVERLAP = 15
    OVERLAPPED = 16
    ACCESS = 17
    FREED = 18
    KNOWN = 19
    COMPLETED = 20


PERSISTENT, PENDING = 1, 2  # flags of a request that was left over
READS, WRITES, COMBINES = 0, 1, 2  # tags of an operation on a window: enum oc_watch_use
OWN = 1  # flag of an operation on a window: it is in an epoch of a lock or of MPI_Win_start
HERE = 1  # flag of a completion: operations are complete at their origin only
ROOT, OPERATION = 1, 2  # flags of a collective: arguments in which all ranks have to agree
GIVES = 1  # flag of a rank that gives data in a collective; without it, the rank takes data


@dataclass(frozen=True)
class Signature:
    """struct oc_signature: the predefined datatypes of a message."""

    hash: int
    entries: int
    untyped: bool
    runs: tuple[tuple[int, int], ...]  # handle and count of each run
    whole: bool  # whether all runs are in the record


@dataclass(frozen=True)
class Record:
    """struct oc_watch_record. `rank` has sent it; `caller` is an address in the rank's program, or
    0.
    """

    rank: int
    kind: Kind
    peer: int
    context: int
    tag: int
    bytes: int
    request: int
    caller: int
    comm: int
    number: int
    flags: int
    signature: Signature
    call: str

    @property
    def channel(self) -> tuple[int, int, int, int]:
        """Sender, receiver, context and tag; messages in which all four are equal stay in order."""
        sends = self.kind in (Kind.SEND, Kind.WITHDRAWN, Kind.PARTS_SEND)
        ends = (self.rank, self.peer) if sends else (self.peer, self.rank)
        return *ends, self.context, self.tag


class CheckRecorder:
    """Keeps the records of a run."""

    def __init__(self):
        self.records: dict[int, list[Record]] = defaultdict(list)

    def take(self, rank: int, data: bytes) -> None:
        """Takes whole records of a rank. The simulator appends a cycle, which is ignored."""
        for at in range(0, len(data) - RECORD_BYTES + 1, RECORD_BYTES):
            self.records[rank].append(_read(rank, data[at : at + RECORD_BYTES]))


def _read(rank: int, data: bytes) -> Record:
    words = _LAYOUT.unpack(data)
    digest, entries, untyped, runs = words[10:14]
    pairs = words[14 : 14 + 2 * min(runs, _RUNS)]
    signature = Signature(
        digest,
        entries,
        bool(untyped),
        tuple(zip(pairs[::2], pairs[1::2], strict=True)),
        runs <= _RUNS,
    )
    call = words[-1].split(b"\0", 1)[0].decode(errors="replace")
    return Record(rank, Kind(words[0]), *words[1:10], signature, call)
