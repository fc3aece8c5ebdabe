#include "mpi/collective/nonblocking/order.h"

#include "mpi/collective/agree_run.h"
#include "mpi/transport/native/collective/exposure.h"

const bool oc_transport_has_cells = true;

#if !HAL_TURNS
static uint64_t taken = 1; /* a bit for each place; blocking collectives use the first */

bool oc_exposure_find(struct oc_communicator *comm) {
    struct oc_barrier *barrier = comm->barrier;
    if (!barrier->exposure) {
        struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
        uint64_t offered = oc_run_of(0, OC_EXPOSURES) & ~taken;
        taken |= offered; /* reserved meanwhile: other fibres may look for a place, too */
        int place = oc_agree_run(&call, offered, 1);
        taken &= ~offered;
        barrier->exposure = OC_EXPOSURES;
        if (place >= 0) {
            barrier->exposure = (uint8_t)place;
            taken |= oc_run_of(place, 1);
        }
    }
    return barrier->exposure < OC_EXPOSURES;
}

void oc_exposure_free(const struct oc_barrier *barrier) {
    if (barrier->exposure && barrier->exposure < OC_EXPOSURES)
        taken &= ~oc_run_of(barrier->exposure, 1);
}
#else
/* Each communicator has a place already, by the number of its barrier. */
bool oc_exposure_find(struct oc_communicator *comm) {
    (void)comm;
    return true;
}
#endif
