"""Waits: which task has waited for which, how long, and why.

The terms are those of Wolf, Mohr and others (Scalasca): a *late sender* has begun to send after its
receiver has begun to wait; a *late receiver* has asked for a long message after its sender has
begun to wait. What is left of a wait is the message's way: network, and the library at both ends.
"""

from dataclasses import dataclass
from enum import Enum


class Cause(Enum):
    """Why a rank has waited."""

    RECEIVE = "receive"  # for a message
    SEND = "send"  # for the receiver of one
    COLLECTIVE = "collective"  # for ranks that came later
    WORD = "word"  # for a peer, otherwise


@dataclass(frozen=True)
class Wait:
    """A wait. `ready`: when the peer was there, or the own end if that is not known better; from
    then on, or from `begin` if that is later, the wait is for what is on its way.
    """

    rank: int
    begin: int
    end: int
    cause: Cause
    call: str
    peer: int
    bytes: int
    ready: int
    delay: int = 0  # of a message in flight, beyond the quickest of its length

    @property
    def late(self) -> int:
        """Cycles before the peer was there."""
        return min(max(self.ready, self.begin), self.end) - self.begin

    @property
    def way(self) -> int:
        """The others."""
        return self.end - self.begin - self.late

    @property
    def is_message(self) -> bool:
        """Whether a message would have ended it."""
        return self.cause in (Cause.RECEIVE, Cause.SEND)

    @property
    def pair(self) -> tuple[int, int]:
        """Sender and receiver of the awaited message."""
        return (self.rank, self.peer) if self.cause is Cause.SEND else (self.peer, self.rank)
