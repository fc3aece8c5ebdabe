#include "hal/hal.h"
#include "mpi/api/alias.h"
#include "mpi/attribute/end.h"
#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/world/agreement.h"

__attribute__((weak)) void oc_attributes_end(void) {}

int PMPI_Finalize(void) {
    int size;
    oc_enter("MPI_Finalize");
    oc_attributes_end();
    oc_agree(OC_LEAVE, &size);
    oc_process_enter(OC_AFTER_FINALIZE);
    hal_tell_active(false);
    return MPI_SUCCESS;
}

OC_ALIAS(MPI_Finalize);
