#include "mpi/core/process.h"
#include "mpi/error/check.h"

int PMPI_Finalized(int *flag) {
    oc_process.call = "MPI_Finalized";
    int error = oc_check_result(NULL, flag);
    if (!error)
        *flag = oc_process.phase == OC_AFTER_FINALIZE;
    return error;
}
