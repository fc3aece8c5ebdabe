#include <mpi.h>

/* The name of MPI_Comm_delete_attr before MPI 2.0. */
int PMPI_Attr_delete(MPI_Comm handle, int number) {
    return PMPI_Comm_delete_attr(handle, number);
}
