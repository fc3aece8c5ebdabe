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
#include "mpi/transport/shared_block.h"

static struct oc_numbers numbers;

int oc_barrier_set_up(struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    struct oc_barrier *barrier = oc_barrier_of(comm);
    int most = oc_annotation_of(comm) == OC_GUARANTEED ? 0 : hal_counters();
    int first = oc_numbers_take(&numbers, &call, oc_run_of(0, most < 63 ? most : 63),
                                oc_barrier_counters_for);
    barrier->tried = true;
    if (first >= 0)
        oc_barrier_build(barrier, comm, first);
    return call.error;
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
    int error = oc_barrier_of(comm)->tried ? MPI_SUCCESS : oc_barrier_set_up(comm);
    if (error)
        return error;
    if (!comm->barrier->counter)
        return oc_barrier_dissemination(comm);
    return oc_barrier_anywhere(comm);
}

/* Null in programs that use no cells for collectives. */
extern __typeof__(oc_cells_free) oc_cells_free OC_OPTIONAL;

/* Gives back the communicator's counters, reset to their initial state. No process may add to them
 * any more. */
static void give_back(const struct oc_communicator *comm) {
    int first = (int)(comm->barrier->released - oc_shared_block()->released);
    int count = oc_barrier_counters_for(comm->size);
    numbers.taken &= ~oc_run_of(first, count);
    for (int counter = first; counter < first + count; counter++) {
        hal_counter_set(counter, 0, 0);
        for (int which = 0; which < HAL_NOTIFICATIONS; which++)
            hal_counter_notify(counter, which, 0, 0);
    }
}

void oc_barrier_free(struct oc_communicator *comm) {
    struct oc_barrier *barrier = comm->barrier;
    /* A counter may not have notified other ranks yet, so wait until all ranks have called this
     * function, too. */
    if (barrier->counter) {
        oc_barrier_complete(comm);
        oc_barrier_dissemination(comm);
        give_back(comm);
    }
    if (barrier->cells)
        oc_cells_free(comm);
    if (oc_exposure_free)
        oc_exposure_free(barrier);
    free(barrier->table);
    free(barrier);
}
