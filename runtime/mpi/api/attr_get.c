#include <mpi.h>

/* The name of MPI_Comm_get_attr before MPI 2.0. */
int PMPI_Attr_get(MPI_Comm handle, int number, void *value, int *flag) {
    return PMPI_Comm_get_attr(handle, number, value, flag);
}
