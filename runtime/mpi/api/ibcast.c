#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Ibcast)(void *buffer, oc_int count, MPI_Datatype datatype, int root,
                          MPI_Comm comm, MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm, .to = oc_side(buffer, count, datatype), .root = root, .rooted = OC_ROOT};
    return oc_collective_start(OC_CALL("MPI_Ibcast"), oc_run_bcast, &arguments, request);
}
