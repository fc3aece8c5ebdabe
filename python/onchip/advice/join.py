"""Finds the waits in the records of all ranks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy

from onchip.advice.waits import Cause, Wait
from onchip.trace.pairs import NONE, pairs
from onchip.trace.records import EVERYBODY, Kind, Record

LONG_SEND = 1000  # cycles; only a send that waits for its receiver takes longer


@dataclass
class _Message:
    """One end of a message: a send, or a receive with the time when it fetched the data."""

    record: Record
    fetch: int | None = None
    waits: list[Record] = field(default_factory=list)


@dataclass
class _Rank:
    """A rank's records, before they are joined with those of other ranks."""

    sends: list[_Message] = field(default_factory=list)
    # Pairs: the record of the call that completed a receive, and the receive.
    receives: list[tuple[Record, _Message]] = field(default_factory=list)
    collectives: list[Record] = field(default_factory=list)
    words: list[Record] = field(default_factory=list)


def _sort_out(records: Sequence[Record]) -> _Rank:
    """Sorts a rank's records by kind, and attaches each wait to its send or completed receive."""
    rank, sends, receives, unknown = _Rank(), {}, {}, []
    for record in records:
        if record.kind is Kind.SEND:
            sends[record.request] = _Message(record)
            rank.sends.append(sends[record.request])
        elif record.kind is Kind.POST:
            receives[record.request] = _Message(record)
        elif record.kind is Kind.FETCH and record.request in receives:
            receives[record.request].fetch = record.begin
        elif record.kind is Kind.COLLECTIVE:
            rank.collectives.append(record)
        elif record.kind is Kind.AWAIT:
            if record.request in receives or "robe" in record.call:
                unknown.append(record)  # belongs to the receive that is completed next
            elif record.request in sends:
                sends[record.request].waits.append(record)
            else:
                rank.words.append(record)
        elif record.kind is Kind.WAIT:
            if record.peer < 0:
                if record.request in sends:
                    sends[record.request].waits.append(record)
            elif record.request in receives:
                message = receives.pop(record.request)
                message.waits = [*unknown, record]
                unknown = []
                rank.receives.append((record, message))
    return rank


def _meetings(ranks: dict[int, _Rank]) -> Iterable[tuple[int, _Message, _Message | None]]:
    """Yields every send with its rank, and the receive that it has matched, if there is one."""
    sends = [(number, send) for number, rank in ranks.items() for send in rank.sends]
    receives = [
        (number, last, message) for number, rank in ranks.items() for last, message in rank.receives
    ]
    receives.sort(key=lambda receive: receive[2].record.begin)
    met = pairs(
        _keys((number, s.record.peer, s.record) for number, s in sends),
        _keys((last.peer, number, last) for number, last, _ in receives),
    )
    for (number, send), at in zip(sends, met.tolist(), strict=True):
        yield number, send, None if at == NONE else receives[at][2]


def _keys(each: Iterable[tuple[int, int, Record]]) -> numpy.ndarray:
    rows = [(sender, receiver, record.context, record.tag) for sender, receiver, record in each]
    return numpy.array(rows, numpy.int64).reshape(-1, 4)


def _messages(ranks: dict[int, _Rank]) -> Iterable[Wait]:
    """Yields the waits for messages and for the receivers of messages."""
    for number, send, receive in _meetings(ranks):
        record = send.record
        yield from _send_waits(number, send, receive)
        if receive:
            for wait in receive.waits:
                yield Wait(
                    record.peer,
                    wait.begin,
                    wait.end,
                    Cause.RECEIVE,
                    wait.call,
                    number,
                    record.bytes,
                    record.begin,
                )


def _send_waits(number: int, send: _Message, receive: _Message | None) -> Iterable[Wait]:
    record, waits = send.record, send.waits
    if record.end - record.begin > LONG_SEND:
        waits = [record, *waits]
    for wait in waits:
        ready = wait.end
        if receive:
            ready = receive.record.begin if receive.fetch is None else receive.fetch
        yield Wait(
            number,
            wait.begin,
            wait.end,
            Cause.SEND,
            wait.call,
            record.peer,
            record.bytes,
            ready,
        )


def _collectives(ranks: dict[int, _Rank]) -> Iterable[Wait]:
    """Yields the waits for words in memory that other ranks write. Collectives that send no
    messages wait this way, for the root or for the last rank to arrive.
    """
    # Maps (collective, its count so far) to the cycle of each rank's arrival.
    came = defaultdict(dict)
    inside = {}
    for number, rank in ranks.items():
        count = defaultdict(int)
        for record in rank.collectives:
            which = record.context, record.first, record.tag
            count[which] += 1
            inside[number, record] = came[which, count[which]]
            inside[number, record][number] = record.begin
    for number, rank in ranks.items():
        around = iter(rank.collectives)
        collective = next(around, None)
        for wait in rank.words:
            while collective and collective.end < wait.begin:
                collective = next(around, None)
            if collective and collective.begin <= wait.begin:
                peer, ready = _last(wait, collective, inside[number, collective])
                cause = Cause.COLLECTIVE
            else:
                peer, ready, cause = wait.peer, wait.end, Cause.WORD
            if peer not in (number, EVERYBODY):
                yield Wait(number, wait.begin, wait.end, cause, wait.call, peer, wait.bytes, ready)


def _last(wait: Record, collective: Record, came: dict[int, int]) -> tuple[int, int]:
    """Returns the rank that the wait was for, and the cycle in which that rank arrived."""
    if collective.peer >= 0:
        return collective.peer, came.get(collective.peer, wait.end)
    return max(
        ((rank, begin) for rank, begin in came.items() if begin < wait.end),
        key=lambda item: item[1],
    )


def join(records: dict[int, Sequence[Record]]) -> list[Wait]:
    """Returns all waits between MPI_Init and MPI_Finalize, in the order in which they have
    ended.
    """
    ranks = {number: _sort_out(_active(own)) for number, own in records.items()}
    waits = [*_messages(ranks), *_collectives(ranks)]
    waits = [wait for wait in waits if wait.end > wait.begin]
    quickest = _quickest(waits)
    waits = [
        replace(w, delay=max(w.transfer - quickest.get(w.bytes, w.transfer), 0)) for w in waits
    ]
    return sorted(waits, key=lambda wait: (wait.end, wait.begin))


def _quickest(waits: Sequence[Wait]) -> dict[int, int]:
    """Returns the cycles of the quickest message of each length. Only messages count whose receiver
    was already waiting when they were sent; any other wait covers only a part of the transfer.
    """
    quickest = {}
    for wait in waits:
        if wait.cause is Cause.RECEIVE and wait.begin <= wait.ready < wait.end:
            quickest[wait.bytes] = min(wait.transfer, quickest.get(wait.bytes, wait.transfer))
    return quickest


def _active(records: Sequence[Record]) -> list[Record]:
    begin, end = span(records)
    return [record for record in records if record.begin >= begin and record.end <= end]


def span(records: Sequence[Record]) -> tuple[int, int]:
    """Returns the cycles in which a rank left MPI_Init and entered MPI_Finalize. If it did not call
    MPI_Init, the first is 0; if it did not call MPI_Finalize, the second is the end of its last
    record.
    """
    begin = max((r.end for r in records if r.kind is Kind.START), default=0)
    ends = [r.begin for r in records if r.kind is Kind.END]
    return begin, min(ends, default=max(r.end for r in records))
