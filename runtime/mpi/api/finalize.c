#include "hal/hal.h"
#include "mpi/api/alias.h"
#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/transport/transport.h"
#include "mpi/world/agreement.h"

int PMPI_Finalize(void) {
    int size;
    oc_enter("MPI_Finalize");
    oc_agree(OC_LEAVE, &size);
    oc_transport_stop();
    oc_process.phase = OC_AFTER_FINALIZE;
    hal_tell_active(false);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Finalize);
