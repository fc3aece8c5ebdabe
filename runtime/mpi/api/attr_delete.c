#include <mpi.h>

/* The function's name before MPI 2.0; calls MPI_Comm_delete_attr. */
int PMPI_Attr_delete(MPI_Comm handle, int number) {
    return PMPI_Comm_delete_attr(handle, number);
}
