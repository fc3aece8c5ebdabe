#include <stdlib.h>

#include "link/variant.h"
#include "mpi/annotation/annotation.h"
#include "mpi/collective/agree_run.h"
#include "mpi/collective/barrier.h"
#include "mpi/collective/cells.h"
#include "mpi/collective/collective.h"
#include "mpi/core/fibre.h"
#include "mpi/info/annotation.h"
#include "mpi/transport/native/collective/exposure.h"

/* The counters that barriers use, a bit for each. */
static uint64_t taken;

static uint64_t free_counters(void) {
    int counters = hal_counters();
    return (counters < 64 ? ((uint64_t)1 << counters) - 1 : UINT64_MAX) & ~taken;
}

int oc_barrier_first(struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    struct oc_barrier *barrier = oc_barrier_of(comm);
    int count = oc_barrier_counters_for(comm->size);
    bool may_have = barrier && oc_annotation_of(comm) != OC_GUARANTEED;
    uint64_t offered = may_have ? free_counters() : 0;
    /* Reserved meanwhile, because other fibres or threads may set up other communicators. */
    taken |= offered;
    int first = oc_agree_run(&call, offered, count);
    taken &= ~offered;
    if (barrier)
        barrier->tried = true;
    if (first < 0)
        return call.error;
    barrier->counters = oc_run_of(first, count);
    taken |= barrier->counters;
    oc_barrier_build(barrier, comm, first);
    return oc_barrier_dissemination(comm);
}

int oc_barrier_anywhere(const struct oc_communicator *comm) {
    oc_barrier_complete(comm);
    if (!oc_on_fibre())
        return oc_barrier_by_counters(comm);
    oc_barrier_arrive(comm);
    oc_barrier_await_anywhere(comm);
    comm->barrier->arrive = comm->barrier->counter;
    return MPI_SUCCESS;
}

int oc_barrier_other(struct oc_communicator *comm) {
    if (comm->size == 1)
        return MPI_SUCCESS;
    if (oc_order_admit && !oc_order_admit(comm))
        return oc_barrier_dissemination(comm);
    if (!comm->barrier || !comm->barrier->tried)
        return oc_barrier_first(comm);
    if (!comm->barrier->counter)
        return oc_barrier_dissemination(comm);
    return oc_barrier_anywhere(comm);
}

/* Null in programs without operations on cells. */
extern __typeof__(oc_cells_free) oc_cells_free OC_OPTIONAL;

void oc_barrier_free(struct oc_communicator *comm) {
    struct oc_barrier *barrier = comm->barrier;
    /* A counter may not have notified other ranks yet, so wait until all ranks have come here,
     * too. */
    if (barrier->counter) {
        oc_barrier_complete(comm);
        oc_barrier_dissemination(comm);
    }
    if (barrier->cells)
        oc_cells_free(barrier->cells);
    if (oc_exposure_free)
        oc_exposure_free(barrier);
    taken &= ~barrier->counters;
    free(barrier);
}
