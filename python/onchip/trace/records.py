"""What ranks have done in MPI: when they have sent, received and waited."""

from dataclasses import dataclass
from enum import IntEnum

EVERYBODY = -2  # in place of a peer


class Kind(IntEnum):
    """Of a record."""

    START = 1  # the end of MPI_Init
    END = 2  # the beginning of MPI_Finalize
    SEND = 3
    POST = 4  # a receive begins
    FETCH = 5  # the data of a message that was offered are asked for
    WAIT = 6  # for a request; at once if it is complete
    AWAIT = 7  # for a word of this process' own memory, or something else
    COLLECTIVE = 8  # one without messages


@dataclass(slots=True, unsafe_hash=True)  # instances of a frozen class take twice as long to make
class Record:
    """`call`: the user's. `request`: its address, which another one may have later. `peer`: rank in
    the world, -1 for any, EVERYBODY, or a collective's root. `context`: of the request, or of a
    collective's communicator; `first`: rank in the world of that one's rank 0. `begin` and `end`:
    cycles.
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
