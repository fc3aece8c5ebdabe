#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Bcast_init)(void *buffer, oc_int count, MPI_Datatype datatype, int root,
                              MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm, .to = oc_side(buffer, count, datatype), .root = root, .rooted = OC_ROOT};
    return oc_collective_init(OC_CALL("MPI_Bcast_init"), oc_run_bcast, &arguments, info, request);
}
