#include "mpi/collective/nonblocking/order.h"

#include "mpi/collective/agree_run.h"
#include "mpi/transport/native/collective/exposure.h"

const bool oc_transport_has_cells = true;

#if !HAL_TURNS
static int one_for(int size) {
    (void)size;
    return 1;
}

/* The records of exposed data that are taken, a bit for each pair of them. Blocking collectives use
 * the first pair. None is reserved for MPI_COMM_WORLD. */
static struct oc_numbers numbers = {.taken = 1 | OC_WORLD_HAD_RUN};

bool oc_exposure_find(struct oc_communicator *comm) {
    struct oc_barrier *barrier = comm->barrier;
    if (!barrier->exposure) {
        struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
        int place = oc_numbers_take(&numbers, &call, oc_run_of(0, OC_EXPOSURES), one_for);
        barrier->exposure = (uint8_t)(place < 0 ? OC_EXPOSURES : place);
    }
    return barrier->exposure < OC_EXPOSURES;
}

void oc_exposure_free(const struct oc_barrier *barrier) {
    if (barrier->exposure && barrier->exposure < OC_EXPOSURES)
        numbers.taken &= ~oc_run_of(barrier->exposure, 1);
}
#else
/* If threads call MPI in turn (HAL_TURNS), the number of a communicator's barrier also gives it a
 * pair of records. */
bool oc_exposure_find(struct oc_communicator *comm) {
    (void)comm;
    return true;
}
#endif
