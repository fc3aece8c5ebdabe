/* Collectives of the published transports use messages, so no data are exposed. */
#include "mpi/collective/exposure.h"

bool oc_exposure_prepare(struct oc_communicator *comm) {
    (void)comm;
    return false;
}
