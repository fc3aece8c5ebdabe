#include <stdlib.h>

#include "mpi/collective/barrier.h"
#include "mpi/error/raise.h"

/* If memory is short at some ranks only, the ranks would not agree on what to do next, so none may
 * go on. */
struct oc_barrier *oc_barrier_of(struct oc_communicator *comm) {
    if (!comm->barrier && oc_order_admit)
        oc_order_admit(comm);
    if (!comm->barrier && !(comm->barrier = calloc(1, sizeof *comm->barrier)))
        oc_die(OC_FATAL, "no memory: malloc(#) failed|a larger heap", sizeof *comm->barrier, 0);
    return comm->barrier;
}
