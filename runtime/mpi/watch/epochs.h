/* Operations on windows, and the epochs to which they belong. */
#ifndef MPI_WATCH_EPOCHS_H
#define MPI_WATCH_EPOCHS_H

#include "mpi/watch/watch.h"

/* The data in the window of a rank, from displacement `at` on. */
struct oc_watch_place {
    int rank;
    MPI_Aint at;
    struct oc_watch_data data;
};

/* Notes an operation that has started. `origin` is the local buffer, which is in use until the
 * epoch ends, or null if a request ends the operation earlier. */
void oc_watch_operation(MPI_Win win, enum oc_watch_use use, struct oc_watch_place there,
                        const void *origin, struct oc_watch_data here);

#endif
