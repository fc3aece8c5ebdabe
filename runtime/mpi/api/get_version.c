#include "mpi/core/process.h"
#include "mpi/error/check.h"

int PMPI_Get_version(int *version, int *subversion) {
    oc_process.call = "MPI_Get_version";
    int error = oc_check_result(NULL, version);
    if (error || (error = oc_check_result(NULL, subversion)))
        return error;
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
    return MPI_SUCCESS;
}
