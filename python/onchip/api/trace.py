"""The trace of a run as typed objects; docs/trace.md explains what is recorded."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from onchip.api.frame import frame
from onchip.trace import recorder
from onchip.trace.lanes import STATES
from onchip.trace.utilisation import stalls

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Message:
    """A message of MPI: ranks, tag, bytes, and times in cycles. `posted` and `received` are times
    of its receive, and None if there was no receive. `inside` names the collective operation that
    sent the message; it is empty for a message that the program sent itself.
    """

    sender: int
    receiver: int
    tag: int
    bytes: int
    sent: int
    posted: int | None
    received: int | None
    inside: str


@dataclass(frozen=True)
class Region:
    """A call of MPI, or a construct of OpenMP, by one thread, with its begin and end in cycles."""

    rank: int
    thread: int
    name: str
    begin: int
    end: int


@dataclass(frozen=True)
class Stall:
    """A time in which a core did not run: its begin and end in cycles, and the reason (memory,
    network or waiting).
    """

    rank: int
    thread: int
    begin: int
    end: int
    cause: str


@dataclass(frozen=True)
class Trace:
    """The course of a run; all times are cycles since the run began."""

    cycles: int
    _recorded: recorder.Trace = field(repr=False, compare=False)

    @cached_property
    def messages(self) -> list[Message]:
        """All messages, in the order in which they were sent."""
        found = [
            Message(
                *(one.sender, one.receiver, one.tag, one.bytes, one.sent, one.posted, one.received),
                inside="" if one.is_user else one.by,
            )
            for one in self._recorded.messages
        ]
        return sorted(found, key=lambda message: message.sent)

    @cached_property
    def regions(self) -> list[Region]:
        """All calls, by rank, thread and begin."""
        return [
            Region(lane.rank, lane.thread, name, begin, end)
            for lane in self._recorded.lanes
            if lane.rank is not None
            for begin, end, name in lane.regions
        ]

    @cached_property
    def stalls(self) -> list[Stall]:
        """All times in which a core did not run."""
        return [
            Stall(lane.rank, lane.thread, begin, end, STATES[state])
            for lane in self._recorded.lanes
            if lane.rank is not None
            for begin, end, state in stalls(lane, self.cycles).T.tolist()
        ]

    def frame(self) -> pandas.DataFrame:
        """A row for each message; needs pandas."""
        return frame(dataclasses.asdict(one) for one in self.messages)
