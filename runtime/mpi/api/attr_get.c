#include <mpi.h>

/* The function's name before MPI 2.0; calls MPI_Comm_get_attr. */
int PMPI_Attr_get(MPI_Comm handle, int number, void *value, int *flag) {
    return PMPI_Comm_get_attr(handle, number, value, flag);
}
