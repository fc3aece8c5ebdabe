#include <mpi.h>

/* The function's name before MPI 2.0; calls MPI_Comm_set_attr. */
int PMPI_Attr_put(MPI_Comm handle, int number, void *value) {
    return PMPI_Comm_set_attr(handle, number, value);
}
