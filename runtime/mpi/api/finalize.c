#include "hal/hal.h"
#include "mpi/attribute/end.h"
#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/world/job_barrier.h"

int PMPI_Finalize(void) {
    oc_enter("MPI_Finalize");
    if (oc_attributes_end)
        oc_attributes_end();
    oc_job_barrier(OC_LEAVE);
    oc_process_enter(OC_AFTER_FINALIZE);
    return MPI_SUCCESS;
}
