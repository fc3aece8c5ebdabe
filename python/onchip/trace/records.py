"""Records of the counting library (runtime/mpi/advise/record.h), one after the other."""

import struct
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from onchip.base import outputs

EVERYBODY = -2  # in place of a peer
_LAYOUT = struct.Struct("<IIIiIiIIQQ")
_TEXT = 8  # where the text of a name begins


class Kind(IntEnum):
    """enum oc_record_kind."""

    NAME = 0
    START = 1
    END = 2
    SEND = 3
    POST = 4
    FETCH = 5
    WAIT = 6
    AWAIT = 7
    COLLECTIVE = 8


@dataclass(slots=True, unsafe_hash=True)  # frozen ones take twice as long to make
class Record:
    """struct oc_record; `call` as text. Cycles of `begin` and `end` are those of the chip."""

    kind: Kind
    call: str
    request: int
    peer: int
    context: int
    tag: int
    bytes: int
    first: int
    begin: int
    end: int


class Recorder:
    """Keeps the records of a run."""

    def __init__(self):
        self._places = {}

    def take(self, rank: int, data: bytes) -> None:
        """Takes a record of a rank."""
        if len(data) == _LAYOUT.size:
            self._places.setdefault(rank, []).append(data)

    def records(self) -> dict[int, list[Record]]:
        """The records of every rank, in the order in which they began; of equal ones the longer is
        the first, since it has the others inside.
        """
        return {rank: _of_rank(told) for rank, told in sorted(self._places.items())}


def _of_rank(told: list[bytes]) -> list[Record]:
    names, records = {}, []
    for data in told:
        kind, call, *rest = _LAYOUT.unpack(data)
        if kind == Kind.NAME:
            names[call] = data[_TEXT:].split(b"\0", 1)[0].decode(errors="replace")
        else:
            *rest, begin, end = rest
            records.append(Record(Kind(kind), names.get(call, "MPI"), *rest, begin or end, end))
    records.sort(key=lambda record: (record.begin, -record.end))
    return records


def write_traffic(records, ranks: int, file: Path) -> None:
    """Writes how many bytes each rank has sent to each, a line for each sender, out of the records
    that each rank has told.
    """
    sent = [[0] * ranks for _ in range(ranks)]
    for rank, told in records.items():
        for record in told:
            if record.kind == Kind.SEND and 0 <= record.peer < ranks:
                sent[rank][record.peer] += record.bytes
    lines = ["# line r, from 0 on: bytes that rank r has sent to ranks 0, 1, …"]
    lines += [" ".join(map(str, row)) for row in sent]
    outputs.write(file, ("\n".join(lines) + "\n").encode())
