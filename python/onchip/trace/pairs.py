"""Finds which send matches which receive.

Messages with equal sender, receiver, context and tag match receives in the order in which these
were posted (MPI 4.1, section 3.5), so the n-th send belongs to the n-th receive.
"""

import numpy

TAG = (1 << 26) - 1  # higher bits have an annotation (runtime/mpi/annotation/annotation.h)
NONE = -1


def pairs(sends: numpy.ndarray, receives: numpy.ndarray) -> numpy.ndarray:
    """Returns the index of the receive for each send, or NONE. Both arguments have rows of sender,
    receiver, context and tag, in the order in which messages were sent and receives were posted.
    """
    keys = numpy.concatenate((sends, receives)).astype(numpy.int64)
    keys[:, 3] &= TAG
    is_receive = numpy.arange(len(keys)) >= len(sends)
    order = numpy.lexsort((is_receive, *keys.T))
    found = numpy.full(len(sends), NONE)
    if not len(order):
        return found
    first = numpy.append(True, numpy.any(numpy.diff(keys[order], axis=0), axis=1))
    group = numpy.cumsum(first) - 1
    begins = numpy.flatnonzero(first)
    # number of sends of each group
    counts = numpy.bincount(group[~is_receive[order]], minlength=len(begins))
    ends = numpy.append(begins[1:], len(order))
    at = numpy.flatnonzero(~is_receive[order])
    theirs = at + counts[group[at]]
    meets = theirs < ends[group[at]]
    found[order[at[meets]]] = order[theirs[meets]] - len(sends)
    return found
