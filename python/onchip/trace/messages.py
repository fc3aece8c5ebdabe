"""Makes records of the ranks' activity in MPI, and messages, from the observed calls inside MPI."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy

from onchip.base import project
from onchip.trace import probes
from onchip.trace.lanes import Calls, Lane
from onchip.trace.pairs import NONE, TAG, pairs
from onchip.trace.records import EVERYBODY, Kind, Record

# the number of contexts of a communicator; the first context is for messages of the user
CONTEXTS = project.simulator().CONTEXTS
USER = 0
SCALE = 32  # a datatype's scale, modulo this, is the logarithm of its size (core/datatype.h)
ANYBODY = -1
_KINDS = {
    probes.SEND: Kind.SEND,
    probes.SEND_MARKED: Kind.SEND,
    probes.POST: Kind.POST,
    probes.WAIT: Kind.WAIT,
    probes.AWAIT: Kind.AWAIT,
    probes.AWAIT_UNTIL: Kind.AWAIT,
}
_COLLECTIVES = {probes.BARRIER: 1, probes.BCAST: 2, probes.REDUCE: 3, probes.ALLREDUCE: 4}
_START, _END = ("MPI_Init", "MPI_Init_thread"), ("MPI_Finalize",)
_OUTSIDE = "MPI"  # stands for the call, if no call of the user's was seen

# The columns of a table of records. They are those of `Record`, except that `call` is an index into
# the names.
_RECORD = numpy.dtype(
    [
        ("kind", "i4"),
        ("call", "i4"),
        ("request", "u4"),
        ("peer", "i8"),
        ("context", "u4"),
        ("tag", "i8"),
        ("bytes", "u4"),
        ("first", "i8"),
        ("begin", "i8"),
        ("end", "i8"),
        ("rank", "i4"),
    ]
)
_KEY = ["rank", "peer", "context", "tag"]


@dataclass(slots=True)
class Message:
    """A message of MPI. `posted` and `received` are the cycles in which its receive began and was
    complete. A time is None if that has not happened.
    """

    sender: int
    receiver: int
    context: int
    tag: int
    bytes: int
    sent: int
    posted: int | None
    received: int | None
    by: str  # `by` and `at`: the calls that have sent and received it
    at: str

    @property
    def is_user(self) -> bool:
        """Whether the program itself sends the message, and not a collective operation."""
        return self.context % CONTEXTS == USER


class Messages:
    """Messages in the order in which they were sent, with the fields of `Message` as columns. NEVER
    stands for a time that is None, and calls are indices into `names`.
    """

    NEVER = -1
    _COLUMNS = (*Message.__slots__,)

    def __init__(self, columns: dict[str, numpy.ndarray], names: Sequence[str]):
        self._columns, self.names = columns, names

    @staticmethod
    def of(messages: Iterable[Message]) -> "Messages":
        """Makes the columns from messages in any order."""
        names = {"": 0}
        rows = []
        for one in sorted(messages, key=lambda message: message.sent):
            row = [getattr(one, name) for name in Messages._COLUMNS]
            row[6:8] = [Messages.NEVER if time is None else time for time in row[6:8]]
            row[8:] = [names.setdefault(name, len(names)) for name in row[8:]]
            rows.append(row)
        columns = numpy.array(rows, numpy.int64).reshape(-1, len(Messages._COLUMNS)).T
        return Messages(dict(zip(Messages._COLUMNS, columns, strict=True)), list(names))

    def __getattr__(self, name: str) -> numpy.ndarray:
        """Returns the column called `name`."""
        try:
            return self.__dict__["_columns"][name]
        except KeyError:
            raise AttributeError(name) from None

    def __len__(self) -> int:
        """The number of messages."""
        return len(self.sent)

    def __iter__(self) -> Iterator[Message]:
        """Yields the messages one by one."""
        columns = [self._columns[name].tolist() for name in self._COLUMNS]
        for *head, posted, received, by, at in zip(*columns, strict=True):
            times = (None if time == self.NEVER else time for time in (posted, received))
            yield Message(*head, *times, self.names[by], self.names[at])

    def where(self, chosen: numpy.ndarray) -> "Messages":
        """Selects messages by a truth value for each, or by indices."""
        columns = {name: column[chosen] for name, column in self._columns.items()}
        return Messages(columns, self.names)

    @property
    def is_user(self) -> numpy.ndarray:
        """Whether the program itself sends each message, and not a collective operation."""
        return self.context % CONTEXTS == USER

    @property
    def is_received(self) -> numpy.ndarray:
        """Whether the receive of each message was complete."""
        return self.received != self.NEVER


def _signed(words: numpy.ndarray) -> numpy.ndarray:
    return words.astype(numpy.int32).astype(numpy.int64)


def _in_world(peers: numpy.ndarray, communicators, groups) -> numpy.ndarray:
    """Converts ranks in communicators (`peers`) to ranks in the world. `groups` has words of the
    communicators' groups (runtime/mpi/group/group.h).
    """
    first, stride = _signed(groups[:, 0]), _signed(groups[:, 1])
    regular, listed = first + peers * stride, (groups[:, 3] & 0xFFFF).astype(numpy.int64)
    ranks = numpy.where(groups[:, 2] & 0xFF, listed, regular)
    return numpy.where((peers < 0) | (communicators[:, 4] == 0), peers, ranks)


@dataclass(frozen=True)
class Records:
    """The records of all ranks in columns. Each rank's records are in the order in which they
    began. Among those that began together, the longer one comes first, because it contains the
    others.
    """

    table: numpy.ndarray
    names: Sequence[str]

    @staticmethod
    def of(by_rank: dict[int, Sequence[Record]]) -> "Records":
        """Makes the columns from the records of each rank, in their order."""
        names = {}
        rows = [
            (
                *(record.kind, names.setdefault(record.call, len(names)), record.request),
                *(record.peer, record.context, record.tag, record.bytes, record.first),
                *(record.begin, record.end, rank),
            )
            for rank, own in by_rank.items()
            for record in own
        ]
        return Records(numpy.array(rows, _RECORD), list(names))

    @staticmethod
    def joined(each: Sequence["Records"]) -> "Records":
        """Joins the records of several jobs, whose ranks differ."""
        names, tables = [], [numpy.empty(0, _RECORD)]
        for one in each:
            tables.append(one.table.copy())
            tables[-1]["call"] += len(names)
            names += one.names
        return Records(numpy.concatenate(tables), names)

    def moved(self, by: int) -> "Records":
        """Returns the records with `by` added to every rank."""
        table = self.table.copy()
        for name in ("rank", "peer", "first"):
            table[name] += numpy.where(table[name] >= 0, by, 0)
        return Records(table, self.names)

    def each(self) -> dict[int, list[Record]]:
        """The records of each rank."""
        by_rank = {}
        for kind, call, *words, rank in self.table.tolist():
            by_rank.setdefault(rank, []).append(Record(Kind(kind), self.names[call], *words))
        return by_rank


def records(lanes: Iterable[Lane]) -> Records:
    """Makes the records of all ranks that have communicated."""
    lanes = [lane for lane in lanes if lane.rank is not None]
    names = {_OUTSIDE: 0}
    tables = [numpy.empty(0, _RECORD)]
    for rank in sorted({lane.rank for lane in lanes}):
        own = [part for lane in lanes if lane.rank == rank for part in _of_lane(lane, names)]
        table = numpy.concatenate(own) if own else numpy.empty(0, _RECORD)
        if numpy.isin(table["kind"], (Kind.START, Kind.SEND, Kind.POST)).any():
            table["rank"] = rank
            tables.append(table[numpy.lexsort((-table["end"], table["begin"]))])
    return Records(numpy.concatenate(tables), list(names))


def _of_lane(lane: Lane, names: dict[str, int]) -> Iterator[numpy.ndarray]:
    """Yields tables of a lane's records. The names of calls are added to `names`."""
    called = [
        names.setdefault(name or _OUTSIDE, len(names))
        for name in (*lane.regions.names, None)  # index -1, no call, finds the last one
    ]
    called = numpy.array(called)
    yield from _ends(lane, called)
    for name, calls in lane.inside.items():
        table = numpy.zeros(len(calls.begins), _RECORD)
        table["call"] = called[calls.around]
        table["begin"], table["end"] = calls.begins, calls.ends
        yield _filled(name, calls, table, lane)


def _ends(lane: Lane, called: numpy.ndarray) -> Iterator[numpy.ndarray]:
    regions = lane.regions
    for kind, functions, times in ((Kind.START, _START, regions.ends),
                                   (Kind.END, _END, regions.begins)):  # fmt: skip
        which = [index for index, name in enumerate(regions.names) if name in functions]
        chosen = numpy.isin(regions.which, which)
        table = numpy.zeros(chosen.sum(), _RECORD)
        table["kind"], table["call"], table["peer"] = kind, called[regions.which[chosen]], EVERYBODY
        table["begin"] = table["end"] = times[chosen]
        yield table


def _filled(name: str, calls: Calls, table, lane: Lane) -> numpy.ndarray:
    words = calls.words
    if name in (probes.SEND_PLAIN, probes.SEND_BEGUN):
        table["kind"] = Kind.SEND
        if name == probes.SEND_BEGUN:
            table["request"] = words[:, -1]
        general = [_contain(calls, send, lane) for send in (probes.SEND, probes.SEND_MARKED)]
        return _plain(name, calls, table)[~numpy.logical_or(*general)]
    if name == probes.RECEIVE_PLAIN:
        return _plain_receives(name, calls, table, lane)
    if name in _KINDS:
        return _of_requests(name, calls, table, lane)
    if name in probes.FETCHES:
        table["kind"], table["request"], table["peer"] = Kind.FETCH, words[:, 0], -1
        table["end"] = table["begin"]
    else:
        own = words[:, probes.INSIDE[name][0] :]
        communicators, groups = own[:, : probes.COMMUNICATOR], own[:, probes.COMMUNICATOR :]
        table["kind"], table["peer"], table["tag"] = Kind.COLLECTIVE, EVERYBODY, _COLLECTIVES[name]
        if name == probes.BCAST:
            table["peer"] = _in_world(_signed(words[:, probes.ROOT]), communicators, groups)
        table["context"] = own[:, 0]
        # If a group lists its ranks, the upper half of the word with the flag `listed` is the first
        # of these ranks.
        nobody, head = numpy.zeros(len(table), numpy.int64), groups[:, [0, 1, 2, 2]]
        head[:, 3] >>= 16
        table["first"] = _in_world(nobody, communicators, head)
        if name == probes.BARRIER:  # a barrier's first sleep is in the function itself
            arrives = words[:, -1] != 0
            waits = table[arrives & ~_contain(calls, probes.AWAIT, lane)]
            waits["kind"] = Kind.AWAIT
            return numpy.concatenate((table[arrives], waits))
    return table


def _plain(name: str, calls: Calls, table) -> numpy.ndarray:
    """Fills in the fields of a send or receive from the arguments of its fast path."""
    words = calls.words
    table["bytes"] = words[:, 1] << words[:, probes.SCALES[name]] % SCALE
    table["peer"], table["tag"] = _signed(words[:, 3]), _signed(words[:, 4])
    table["context"] = USER
    return table


def _plain_receives(name: str, calls: Calls, table, lane: Lane) -> numpy.ndarray:
    """The records of receives of the fast path: a post and a wait for each."""
    fast = ~_contain(calls, probes.WAIT, lane)
    posts, waits = _plain(name, calls, table), table.copy()
    posts["kind"], waits["kind"] = Kind.POST, Kind.WAIT
    posts["end"] = posts["begin"]
    waits["begin"] += 1  # a wait begins a cycle after its post
    return numpy.concatenate((posts[fast], waits[fast & calls.is_over]))


def _contain(calls: Calls, name: str, lane: Lane) -> numpy.ndarray:
    """Returns for each call of a fast path whether it contains a call of the function `name`. Such
    a fast path has left its message to `name`, whose call then has the message's record.
    """
    if name not in lane.inside:
        return numpy.zeros(len(calls.begins), bool)
    others = lane.inside[name].begins
    following = numpy.append(others, numpy.iinfo(numpy.int64).max)
    return following[numpy.searchsorted(others, calls.begins)] <= calls.ends


def _is_part(calls: Calls, outer: str, by: str, lane: Lane) -> numpy.ndarray:
    """Returns for each call whether it is part of a fast path: it is inside a call of `outer` that
    has not left its message to the function `by`.
    """
    if outer not in lane.inside:
        return numpy.zeros(len(calls.begins), bool)
    paths = lane.inside[outer]
    fast = ~_contain(paths, by, lane)
    last = numpy.searchsorted(paths.begins, calls.begins, side="right") - 1
    return (last >= 0) & (calls.begins <= paths.ends[last]) & fast[last]


def _of_requests(name: str, calls: Calls, table, lane: Lane) -> numpy.ndarray:
    before = probes.INSIDE[name][0]  # the last argument of the function is the request
    own = calls.words[:, before : before + probes.REQUEST]
    rest = calls.words[:, before + probes.REQUEST :]
    peers, tags, sizes = own[:, 4], own[:, 5], own[:, 3]
    table["kind"] = _KINDS[name]
    if name == probes.WAIT:
        peers, tags, sizes = own[:, 12], own[:, 13], own[:, 14]
    table["request"] = calls.words[:, before - 1]
    communicators, groups = rest[:, : probes.COMMUNICATOR], rest[:, probes.COMMUNICATOR :]
    table["peer"] = _in_world(_signed(peers), communicators, groups)
    table["context"], table["tag"], table["bytes"] = own[:, 6], _signed(tags), sizes
    if name == probes.POST:
        table["end"] = table["begin"]
        return table[~_is_part(calls, probes.RECEIVE_PLAIN, probes.WAIT, lane)]
    if name == probes.WAIT:
        is_send = _is_part(calls, probes.SEND_PLAIN, probes.SEND, lane)
        is_send |= ~_is_of_receive(table, lane)
        table["peer"][is_send] = ANYBODY  # a send has no source
        return table[calls.is_over]  # the run has ended inside the other calls
    return table


def _is_of_receive(waits: numpy.ndarray, lane: Lane) -> numpy.ndarray:
    """Returns for each wait whether the last operation with its request was a receive, and not a
    send.
    """
    kinds, requests, begins = [], [], []
    for kind, name, word in (
        (Kind.POST, probes.POST, 0),
        (Kind.SEND, probes.SEND, 0),
        (Kind.SEND, probes.SEND_MARKED, 0),
        (Kind.SEND, probes.SEND_BEGUN, -1),
    ):
        if name in lane.inside:
            calls = lane.inside[name]
            kinds.append(numpy.full(len(calls.begins), int(kind)))
            requests.append(calls.words[:, word])
            begins.append(calls.begins)
    kinds.append(numpy.full(len(waits), int(Kind.WAIT)))
    requests.append(waits["request"])
    begins.append(waits["begin"])
    kinds, requests, begins = map(numpy.concatenate, (kinds, requests, begins))
    order = numpy.lexsort((begins, requests))
    kinds, requests = kinds[order], requests[order]
    begun = numpy.where(kinds != Kind.WAIT, numpy.arange(len(order)), -1)
    last = numpy.maximum.accumulate(begun)
    of_receive = (last >= 0) & (requests[last] == requests) & (kinds[last] == Kind.POST)
    found = numpy.empty(len(order), bool)
    found[order] = of_receive
    return found[len(order) - len(waits) :]


def messages(records: Records) -> Messages:
    """Makes the messages out of the records."""
    table = records.table
    sends = table[table["kind"] == Kind.SEND]
    posts, waits = _receives(table)
    order = numpy.argsort(posts["begin"], kind="stable")
    posts, waits = posts[order], waits[order]
    receivers = [waits[name] for name in ("peer", "rank", "context", "tag")]
    met = pairs(numpy.stack([sends[name] for name in _KEY], axis=1), numpy.stack(receivers, axis=1))
    posted, received, at = (
        numpy.where(met == NONE, none, numpy.append(column, none)[met])
        for column, none in (
            (posts["begin"], Messages.NEVER),
            (waits["end"], Messages.NEVER),
            (waits["call"], len(records.names)),
        )
    )
    columns = {
        "sender": sends["rank"],
        "receiver": sends["peer"],
        "context": sends["context"],
        "tag": sends["tag"] & TAG,
        "bytes": sends["bytes"],
        "sent": sends["begin"],
        "posted": posted,
        "received": received,
        "by": sends["call"],
        "at": at,
    }
    columns = {name: column.astype(numpy.int64) for name, column in columns.items()}
    order = numpy.argsort(columns["sent"], kind="stable")
    return Messages(columns, [*records.names, ""]).where(order)


def _receives(table: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Returns the receives that are complete, and for each the wait that completed it, which is the
    next record of the rank with the same request.
    """
    kinds = table["kind"]
    chosen = (kinds == Kind.POST) | (kinds == Kind.WAIT) & (table["peer"] >= 0)
    own = table[chosen]
    own = own[numpy.lexsort((numpy.arange(len(own)), own["request"], own["rank"]))]
    first, second = own[:-1], own[1:]
    meets = (
        (first["kind"] == Kind.POST)
        & (second["kind"] == Kind.WAIT)
        & (first["request"] == second["request"])
        & (first["rank"] == second["rank"])
    )
    return first[meets], second[meets]
