#include "mpi/core/process.h"
#include "mpi/error/check.h"

int PMPI_Initialized(int *flag) {
    oc_process.call = "MPI_Initialized";
    int error = oc_check_result(NULL, flag);
    if (!error)
        *flag = oc_process.phase != OC_BEFORE_INIT;
    return error;
}
