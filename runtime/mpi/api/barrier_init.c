#include "mpi/collective/nonblocking/calls.h"

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side(&arguments->from, NULL, 0, NULL);
    oc_side(&arguments->to, NULL, 0, NULL);
    return oc_collective_init("MPI_Barrier_init", oc_run_barrier, arguments, info, request);
}
