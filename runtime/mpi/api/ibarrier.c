#include "mpi/collective/nonblocking/calls.h"

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side(&arguments->from, NULL, 0, NULL);
    oc_side(&arguments->to, NULL, 0, NULL);
    return oc_collective_start("MPI_Ibarrier", oc_run_barrier, arguments, request);
}
