#include <stdlib.h>

#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"

/* Counters that barriers have taken, a bit for each. */
static uint64_t taken;

static uint64_t free_counters(void) {
    int counters = hal_counters();
    return (counters < 64 ? ((uint64_t)1 << counters) - 1 : UINT64_MAX) & ~taken;
}

/* Leaves in *counters those that all ranks have. A dissemination, where it does no harm that some
 * contributions meet twice; nobody has left before everybody has come. */
static void agree(struct oc_collective *call, uint64_t *counters) {
    int rank = call->comm->rank, size = call->comm->size;
    for (int distance = 1; distance < size; distance *= 2) {
        uint64_t other = 0;
        oc_coll_exchange(call, (rank + distance) % size, counters, (rank - distance + size) % size,
                         &other, sizeof other);
        *counters &= other;
    }
}

/* The first of `count` consecutive bits that are set; or -1. */
static int find_run(uint64_t bits, int count) {
    uint64_t run = ((uint64_t)1 << count) - 1;
    for (int first = 0; first + count <= 64; first++)
        if ((bits >> first & run) == run)
            return first;
    return -1;
}

int oc_barrier_first(struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    struct oc_barrier *barrier = calloc(1, sizeof *barrier);
    uint64_t counters = barrier ? free_counters() : 0;
    agree(&call, &counters);
    if (call.error || !barrier) {
        free(barrier);
        return call.error;
    }
    comm->barrier = barrier;
    int count = oc_barrier_counters_for(comm->size), first = find_run(counters, count);
    if (first < 0)
        return MPI_SUCCESS;
    barrier->counters = (((uint64_t)1 << count) - 1) << first;
    taken |= barrier->counters;
    oc_barrier_build(barrier, comm, first);
    return oc_barrier_dissemination(comm);
}

void oc_barrier_free(struct oc_communicator *comm) {
    /* A counter may still have to tell others, until they have come here too. */
    if (comm->barrier->arrive)
        oc_barrier_dissemination(comm);
    taken &= ~comm->barrier->counters;
    free(comm->barrier);
}
