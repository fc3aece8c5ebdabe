#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Gatherv_init)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, const oc_int recvcounts[], const oc_displ displs[],
                                MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                                MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side(sendbuf, sendcount, sendtype),
        .to = oc_side_v(recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype),
        .root = root,
        .rooted = OC_ROOT_RECEIVES};
    return oc_collective_init(OC_CALL("MPI_Gatherv_init"), oc_run_gatherv, &arguments, info,
                              request);
}
