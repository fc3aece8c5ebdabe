#include "mpi/error/check.h"

int PMPI_Get_address(const void *location, MPI_Aint *address) {
    int error = oc_enter("MPI_Get_address");
    if (error || (error = oc_check_result(NULL, address)))
        return error;
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}
