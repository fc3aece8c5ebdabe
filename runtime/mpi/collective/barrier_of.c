#include <stdlib.h>

#include "mpi/collective/barrier.h"
#include "mpi/error/raise.h"

/* The job ends if there is no memory: if memory is short at some ranks only, the ranks could not
 * agree on how to go on. The cells get their memory together with the barrier, so they cannot lack
 * it later. */
struct oc_barrier *oc_barrier_of(struct oc_communicator *comm) {
    if (!comm->barrier && oc_order_admit)
        oc_order_admit(comm);
    if (comm->barrier)
        return comm->barrier;
    size_t bytes = sizeof *comm->barrier + (oc_cells_bytes ? oc_cells_bytes(comm->size) : 0);
    if (!(comm->barrier = calloc(1, bytes)))
        oc_die(OC_FATAL, "no memory: malloc(#) failed|a larger heap", bytes, 0);
    return comm->barrier;
}
