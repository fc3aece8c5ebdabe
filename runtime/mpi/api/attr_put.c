#include <mpi.h>

/* The name of MPI_Comm_set_attr before MPI 2.0. */
int PMPI_Attr_put(MPI_Comm handle, int number, void *value) {
    return PMPI_Comm_set_attr(handle, number, value);
}
