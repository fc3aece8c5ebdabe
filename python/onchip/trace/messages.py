"""From calls inside MPI to the records that `--advise` counts, and to messages.

The records are the same as those of the counting library (onchip/advice/records.py), but the
program does not pay for them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from onchip.advice import join
from onchip.advice.records import EVERYBODY, Kind, Record
from onchip.trace import probes
from onchip.trace.events import Call, Lane

CONTEXTS = 4  # of a communicator; the first one is its user's (runtime/mpi/core/communicator.h)
USER = 0
ANYBODY = -1
_COLLECTIVES = {probes.BARRIER: 1, probes.BCAST: 2, probes.REDUCE: 3, probes.ALLREDUCE: 4}


@dataclass(slots=True)
class Message:
    """A message of MPI. `received`: when its receive was complete; None: never. `posted`: when that
    receive began.
    """

    sender: int
    receiver: int
    context: int
    tag: int
    bytes: int
    sent: int
    posted: int | None
    received: int | None
    by: str  # the calls that have sent it and received it
    at: str

    @property
    def is_user(self) -> bool:
        """Whether a program sends it, and not a collective operation."""
        return self.context % CONTEXTS == USER


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


class _Worlds:
    """Ranks of communicators as those of the world."""

    def __init__(self):
        self._listed = {}  # context of the communicator, its rank → rank in the world

    def note(self, rank: int, communicator: Sequence[int]) -> None:
        """A rank is in a communicator: from `context` on."""
        self._listed[communicator[0], communicator[1]] = rank

    def rank(self, peer: int, communicator: Sequence[int], group: Sequence[int]) -> int:
        """The rank in the world of a peer in a communicator."""
        if peer < 0 or not communicator[4]:
            return peer
        first, stride, listed = _signed(group[0]), _signed(group[1]), group[2] & 0xFF
        if listed:
            return self._listed.get((communicator[0], peer), EVERYBODY)
        return first + peer * stride


def records(lanes: Iterable[Lane]) -> dict[int, list[Record]]:
    """The records of all ranks, as `advice.records.Recorder.records` has them."""
    lanes = [lane for lane in lanes if lane.rank is not None]
    worlds = _Worlds()
    for lane in lanes:
        for call in lane.inside:
            if call.name in (probes.SEND, probes.POST):
                worlds.note(lane.rank, call.arguments[1 + probes.REQUEST :])
    told = {}
    for lane in lanes:
        own = told.setdefault(lane.rank, [])
        for begin, end, name in lane.regions:
            if name in ("MPI_Init", "MPI_Init_thread"):
                own.append(_bare(Kind.START, name, end))
            elif name == "MPI_Finalize":
                own.append(_bare(Kind.END, name, begin))
        own += _of_lane(lane, worlds)
    for own in told.values():
        own.sort(key=lambda record: (record.begin, -record.end))
    return {rank: own for rank, own in sorted(told.items()) if any(map(_is_of_mpi, own))}


def _is_of_mpi(record: Record) -> bool:
    return record.kind in (Kind.START, Kind.SEND, Kind.POST)


def _bare(kind: Kind, call: str, cycle: int) -> Record:
    return Record(kind, call, 0, EVERYBODY, 0, 0, 0, 0, cycle, cycle)


def _of_lane(lane: Lane, worlds: _Worlds) -> Iterable[Record]:
    sends = [call.begin for call in lane.inside if call.name == probes.SEND]
    following = 0
    receives = set()  # addresses of requests
    for call in lane.inside:
        while following < len(sends) and sends[following] < call.begin:
            following += 1
        if call.name == probes.SEND_PLAIN:
            # What the fast path leaves to the other one is recorded there.
            if following == len(sends) or sends[following] > call.end:
                yield _plain(call)
            continue
        record = _record(call, worlds)
        if not record:
            continue
        if record.kind is Kind.POST:
            receives.add(record.request)
        elif record.kind is Kind.SEND:
            receives.discard(record.request)
        elif record.kind is Kind.WAIT and record.request not in receives:
            record = replace(record, peer=ANYBODY)  # a send has no source
        yield record


def _around(call: Call) -> str:
    return call.around.removeprefix("P") or "MPI"


def _plain(call: Call) -> Record:
    _, size, peer, tag = call.arguments
    return Record(
        Kind.SEND,
        _around(call),
        0,
        _signed(peer),
        USER,
        _signed(tag),
        size,
        0,
        call.begin,
        call.end,
    )


def _record(call: Call, worlds: _Worlds) -> Record | None:
    name, around, begin, end = call.name, _around(call), call.begin, call.end
    if name in (probes.SEND, probes.POST):
        kind = Kind.SEND if name == probes.SEND else Kind.POST
        record = _of_request(kind, call, call.arguments[1:], worlds, with_source=False)
    elif name == probes.WAIT:
        record = _of_request(Kind.WAIT, call, call.results[1:], worlds, with_source=True)
    elif name == probes.FETCH:
        request = call.arguments[0]
        record = Record(Kind.FETCH, around, request, -1, 0, 0, 0, 0, begin, begin)
    elif name in (probes.AWAIT, probes.AWAIT_UNTIL):
        request = call.arguments[2]
        record = Record(Kind.AWAIT, around, request, EVERYBODY, 0, 0, 0, 0, begin, end)
    else:
        record = _collective(call, worlds)
    return record


def _of_request(kind, call: Call, words, worlds: _Worlds, with_source: bool) -> Record | None:
    if len(words) < probes.REQUEST:
        return None  # the run has ended in it
    request = call.arguments[0]
    own = words[: probes.REQUEST]
    communicator = words[probes.REQUEST : probes.REQUEST + probes.COMMUNICATOR]
    group = words[probes.REQUEST + probes.COMMUNICATOR :]
    peer, tag, size = own[4], own[5], own[3]
    if with_source:
        peer, tag, size = own[12], own[13], own[14]
    world = worlds.rank(_signed(peer), communicator, group)
    end = call.begin if kind is Kind.POST else call.end
    return Record(
        kind, _around(call), request, world, own[6], _signed(tag), size, 0, call.begin, end
    )


def _collective(call: Call, worlds: _Worlds) -> Record:
    kept = {probes.BARRIER: (1, None), probes.BCAST: (4, 3), probes.REDUCE: (7, 6)}
    arguments, root = kept.get(call.name, (5, None))
    words = call.arguments[arguments:]
    communicator, group = words[: probes.COMMUNICATOR], words[probes.COMMUNICATOR :]
    peer = EVERYBODY
    if call.name == probes.BCAST:
        peer = worlds.rank(call.arguments[root], communicator, group)
    return Record(
        Kind.COLLECTIVE,
        _around(call),
        0,
        peer,
        communicator[0],
        _COLLECTIVES[call.name],
        0,
        worlds.rank(0, communicator, group),
        call.begin,
        call.end,
    )


def messages(told: dict[int, Sequence[Record]]) -> list[Message]:
    """All messages, by the cycle in which they were sent."""
    found = []
    for sender, send, receive in join.meetings(told):
        last = receive.last if receive else None
        found.append(
            Message(
                sender,
                send.peer,
                send.context,
                send.tag & join.TAG,
                send.bytes,
                send.begin,
                receive.record.begin if receive else None,
                last.end if last else None,
                send.call,
                last.call if last else "",
            )
        )
    return sorted(found, key=lambda message: message.sent)
