#include "mpi/collective/nonblocking/calls.h"

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm};
    return oc_collective_start("MPI_Ibarrier", oc_run_barrier, &arguments, request);
}
