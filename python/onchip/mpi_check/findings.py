"""Finds mistakes in a program's use of MPI, from the records of all ranks.

Messages with equal sender, receiver, context and tag are received in the order in which they were
sent (MPI 4.1, section 3.5), and receives are numbered in the order in which they match messages. So
the n-th send belongs to the n-th receive.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from onchip.base import mpi_names
from onchip.base.load import Load
from onchip.mpi_check.conflicts import Conflict, accesses, buffers, collectives
from onchip.mpi_check.lines import Lines
from onchip.mpi_check.records import PENDING, PERSISTENT, Kind, Record
from onchip.mpi_check.types import Mismatch, differ, mismatches
from onchip.outcome.finding import Finding


def find(records: dict[int, list[Record]], loads: Sequence[Load], ended: bool) -> list[Finding]:
    """Returns the findings of a run, sorted by rank. `ended` says whether all ranks have ended by
    themselves.
    """
    in_order = [record for rank in sorted(records) for record in records[rank]]
    matches, left = _join(in_order)
    wrong = [match for match in matches if differ(match.reported.signature, match.other.signature)]
    wrong += mismatches(in_order)
    conflicts = [*collectives(in_order), *buffers(in_order), *accesses(in_order)]
    if any(record.kind is Kind.NO_MEMORY for record in in_order):
        wrong, left, conflicts = [], [], []
    lines = Lines(loads)
    requests = list(_requests(in_order))
    freed = list(_freed(in_order))
    lines.find(
        [record for match in wrong for record in (match.reported, match.other)]
        + [record for pair in conflicts for record in (pair.reported, pair.other)]
        + left
        + [request for request, _ in requests]
        + [record for pair in freed for record in pair]
    )
    found = [_mismatch(match, lines) for match in wrong]
    found += [_conflict(conflict, lines) for conflict in conflicts]
    if ended:
        found += [_unreceived(record, lines) for record in left]
        found += [_request(*request, lines) for request in requests]
        found += [_early(*pair, lines) for pair in freed]
    found += [_not_finalized(record) for record in in_order if record.kind is Kind.ACTIVE]
    times: dict[Finding, int] = defaultdict(int)
    for finding in found:
        times[finding] += 1
    merged = [Finding(**vars(finding) | {"times": n}) for finding, n in times.items()]
    return sorted(merged, key=lambda finding: finding.rank)


def _join(records: list[Record]) -> tuple[list[Mismatch], list[Record]]:
    """Matches sends with receives. Returns mismatches of their types, and messages that nobody has
    received.
    """
    sends: dict[tuple, list[Record]] = defaultdict(list)
    met: dict[tuple[int, int], Record] = {}  # the records of receives, by rank and number
    for record in records:
        if record.kind is Kind.SEND:
            sends[record.channel].append(record)
        elif record.kind is Kind.WITHDRAWN:
            sent = sends[record.channel]
            starts = [send for send in sent if send.request == record.request]
            if starts:
                sent.remove(starts[-1])
        elif record.kind in (Kind.MATCH, Kind.TAKE):
            met[record.rank, record.number] = record
    receives: dict[tuple, list[Record]] = defaultdict(list)
    for _, record in sorted(met.items()):
        receives[record.channel].append(record)
    matches, left = [], []
    for channel, sent in sends.items():
        received = receives[channel]
        if len(received) > len(sent):
            continue
        pairs = list(zip(sent, received, strict=False))
        matches += [
            Mismatch(receive, send) for send, receive in pairs if receive.kind is Kind.MATCH
        ]
        left += [send for send, receive in pairs if receive.kind is Kind.TAKE]
        left += sent[len(received) :]
    return matches, left


def _requests(records: list[Record]) -> Iterator[tuple[Record, int]]:
    """Yields the requests that were left over: the record of the call that made it, and
    its flags.
    """
    made: dict[tuple[int, int], Record] = {}
    for record in records:
        key = record.rank, record.request
        if record.kind is Kind.REQUEST:
            made[key] = record
        elif record.kind is Kind.LEFT and key in made:
            yield made[key], record.flags


def _freed(records: list[Record]) -> Iterator[tuple[Record, Record]]:
    """Yields the active requests that the program has freed, each as the record that made it and
    the record of MPI_Request_free. A request is left out if the program may know that its message
    is complete. MPI_Request_get_status may have said so before the request was freed, or the rank
    may have received a message or joined a collective afterwards (MPI 4.1, section 3.7.3).
    """
    made: dict[tuple[int, int], Record] = {}
    freed: dict[int, list[tuple[Record, Record]]] = defaultdict(list)
    for record in records:
        key = record.rank, record.request
        if record.kind is Kind.REQUEST:
            made[key] = record
        elif record.kind is Kind.KNOWN:
            made.pop(key, None)
        elif record.kind is Kind.FREED and key in made:
            freed[record.rank].append((made[key], record))
        elif record.kind in (Kind.MATCH, Kind.JOIN):
            freed.pop(record.rank, None)
    for pairs in freed.values():
        yield from pairs


def _finding(kind: str, record: Record, lines: Lines, what: str, right: str) -> Finding:
    line = lines.at(record).removeprefix(", at ")
    return Finding(kind, record.rank, record.call, line, what, right)


def _mismatch(mismatch: Mismatch, lines: Lines) -> Finding:
    if mismatch.reported.kind is Kind.MATCH:
        right = "the same datatypes at both sides, or MPI_BYTE or MPI_PACKED at one"
    else:
        right = "the same number of the same datatypes at all sides"
    what = str(mismatch).format(at=lines.at(mismatch.other))
    return _finding("type", mismatch.reported, lines, what, right)


def _conflict(conflict: Conflict, lines: Lines) -> Finding:
    what = conflict.what.format(at=lines.at(conflict.other))
    return _finding(conflict.kind, conflict.reported, lines, what, conflict.right)


def _unreceived(send: Record, lines: Lines) -> Finding:
    comm = mpi_names.name("MPI_Comm", send.comm) or "another communicator"
    message = f"a message of {send.bytes} bytes to rank {send.peer} with tag {send.tag} in {comm}"
    what = f"{message} was never received"
    return _finding("message", send, lines, what, "a receive for each message")


def _request(made: Record, flags: int, lines: Lines) -> Finding:
    if flags & PERSISTENT and not flags & PENDING:
        what, right = "its persistent request was never freed", "MPI_Request_free"
    else:
        what = "its request was never completed"
        right = "MPI_Wait, MPI_Test or a variant of these"
    return _finding("request", made, lines, what, right)


def _early(made: Record, freed: Record, lines: Lines) -> Finding:
    what = f"its request was freed{lines.at(freed)}, before anything told that it is complete"
    right = "MPI_Wait, MPI_Test or a variant of these before MPI_Request_free"
    return _finding("request", made, lines, what, right)


def _not_finalized(record: Record) -> Finding:
    return Finding(
        "finalize",
        record.rank,
        "",
        "",
        "ended without MPI_Finalize",
        "MPI_Finalize as the last call of MPI, on each rank",
    )
