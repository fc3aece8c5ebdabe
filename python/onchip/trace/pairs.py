"""Which message meets which receive.

The messages of a pair of ranks that have the same context and tag meet receives in the order in
which these were posted (MPI 4.1, section 3.5), so the n-th send belongs to the n-th receive.
"""

import numpy

TAG = (1 << 26) - 1  # the bits above are an annotation (runtime/mpi/annotation/annotation.h)
NONE = -1


def pairs(sends: numpy.ndarray, receives: numpy.ndarray) -> numpy.ndarray:
    """Of each send the index of its receive, or NONE. Both are rows of sender, receiver, context
    and tag, in the order in which they were sent and posted.
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
    counts = numpy.bincount(group[~is_receive[order]], minlength=len(begins))  # sends of each
    ends = numpy.append(begins[1:], len(order))
    at = numpy.flatnonzero(~is_receive[order])
    theirs = at + counts[group[at]]
    meets = theirs < ends[group[at]]
    found[order[at[meets]]] = order[theirs[meets]] - len(sends)
    return found
