/* Operations on windows, and the epochs to which they belong. */
#ifndef MPI_WATCH_EPOCHS_H
#define MPI_WATCH_EPOCHS_H

#include "mpi/watch/watch.h"

/* Where an operation accesses a window: the rank of the target, the displacement `at`, and the
 * data. */
struct oc_watch_place {
    int rank;
    MPI_Aint at;
    struct oc_watch_data data;
};

/* An operation on a window. */
struct oc_watch_operation {
    enum oc_watch_use use;
    struct oc_watch_place there;
    /* The local buffers that the operation uses until the epoch ends: it reads `origin` and writes
     * `result`. A pointer is null if there is no such buffer, or if a request can complete the
     * operation earlier. */
    const void *origin, *result;
    struct oc_watch_data sent, fetched;
    MPI_Request request; /* MPI_REQUEST_NULL: none */
};

/* Notes an operation that has started. */
void oc_watch_operation(MPI_Win win, const struct oc_watch_operation *operation);

/* Called when a request that has no peer is complete. It may be the request of an operation on a
 * window. */
OC_OPTIONAL void oc_watch_window_request_ends(const struct oc_request *request);

#endif
