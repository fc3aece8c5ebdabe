#include <stdlib.h>

#include "mpi/collective/barrier.h"
#include "mpi/error/raise.h"

/* Ranks that had it and ranks that had not would not agree on what comes next. */
struct oc_barrier *oc_barrier_of(struct oc_communicator *comm) {
    if (!comm->barrier && !(comm->barrier = calloc(1, sizeof *comm->barrier)))
        oc_die(OC_FATAL, "no memory: malloc(#) failed|a larger heap", sizeof *comm->barrier, 0);
    return comm->barrier;
}
