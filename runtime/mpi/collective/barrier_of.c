#include <stdlib.h>

#include "mpi/collective/barrier.h"

struct oc_barrier *oc_barrier_of(struct oc_communicator *comm) {
    if (!comm->barrier)
        comm->barrier = calloc(1, sizeof *comm->barrier);
    return comm->barrier;
}
