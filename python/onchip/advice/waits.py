"""Waits: which task has waited for which, how long, and why.

The terms are those of Wolf, Mohr and others (Scalasca): a *late sender* has begun to send after its
receiver has begun to wait; a *late receiver* has fetched a long message after its sender has begun
to wait. The rest of a wait is the transfer: network, and the library at both ends.
"""

from dataclasses import dataclass
from enum import Enum


class Cause(Enum):
    """Why a rank has waited."""

    RECEIVE = "receive"  # the rank waits for a message
    SEND = "send"  # the rank waits for the receiver of a message
    COLLECTIVE = "collective"  # the rank waits for ranks that arrive later
    WORD = "word"  # the rank waits for a word that a peer writes


@dataclass(frozen=True)
class Wait:
    """A wait; its times are in cycles. `ready` is the time at which the peer arrived, or the end of
    the wait if the arrival is unknown. From `ready` on, or from `begin` if that is later, the rank
    waits for the transfer.
    """

    rank: int
    begin: int
    end: int
    cause: Cause
    call: str
    peer: int
    bytes: int
    ready: int
    delay: int = 0  # cycles by which the message took longer than the quickest one of equal length

    @property
    def late(self) -> int:
        """The cycles of the wait until the peer arrived."""
        return min(max(self.ready, self.begin), self.end) - self.begin

    @property
    def transfer(self) -> int:
        """The cycles of the transfer."""
        return self.end - self.begin - self.late

    @property
    def is_message(self) -> bool:
        """Whether the wait was for a message or for its receiver."""
        return self.cause in (Cause.RECEIVE, Cause.SEND)

    @property
    def pair(self) -> tuple[int, int]:
        """The sender and the receiver of the awaited message."""
        return (self.rank, self.peer) if self.cause is Cause.SEND else (self.peer, self.rank)
