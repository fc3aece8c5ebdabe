#include "hal/hal.h"
#include "mpi/attribute/end.h"
#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/world/job_barrier.h"

OC_DEFAULT void oc_attributes_end(void) {}

int PMPI_Finalize(void) {
    oc_enter("MPI_Finalize");
    oc_attributes_end();
    oc_job_barrier(OC_LEAVE);
    oc_process_enter(OC_AFTER_FINALIZE);
    return MPI_SUCCESS;
}
