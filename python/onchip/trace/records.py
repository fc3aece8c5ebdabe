"""The activity of ranks in MPI: when they have sent, received and waited."""

from dataclasses import dataclass
from enum import IntEnum

EVERYBODY = -2  # stands for all ranks in place of a peer


class Kind(IntEnum):
    """The kinds of records."""

    START = 1  # the end of MPI_Init
    END = 2  # the beginning of MPI_Finalize
    SEND = 3
    POST = 4  # a receive begins
    FETCH = 5  # a receive fetches the data that a sender has offered
    WAIT = 6  # a wait for a request, which returns at once if the request is complete
    AWAIT = 7  # a wait for a word of the process's own memory, or for something else
    COLLECTIVE = 8  # a collective without messages


@dataclass(slots=True, unsafe_hash=True)  # instances of a frozen class take twice as long to make
class Record:
    """A record. `call` is the user's call. `request` is the address of the request, which a later
    request may have, too. `peer` is a rank in the world, -1 for any rank, EVERYBODY, or the root of
    a collective. `context` is the context of the request, or of the collective's communicator. Rank
    0 of this communicator is `first` in the world. `begin` and `end` are cycles.
    """

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
