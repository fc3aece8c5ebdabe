#include "mpi/error/check.h"

/* Processes cannot be spawned, so there is no parent. */
int PMPI_Comm_get_parent(MPI_Comm *parent) {
    int error = oc_enter("MPI_Comm_get_parent");
    if (error || (error = oc_check_result(NULL, parent)))
        return error;
    *parent = MPI_COMM_NULL;
    return MPI_SUCCESS;
}
