#include "mpi/collective/neighbor/nonblocking.h"

int OC_SIZED(PMPI_Neighbor_allgatherv_init)(const void *sendbuf, oc_int sendcount,
                                            MPI_Datatype sendtype, void *recvbuf,
                                            const oc_int recvcounts[], const oc_displ displs[],
                                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                            MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side(sendbuf, sendcount, sendtype),
        .to = oc_side_v(recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype)};
    return oc_neighbor_init(OC_CALL("MPI_Neighbor_allgatherv_init"), oc_run_neighbor_allgatherv,
                            &arguments, true, info, request);
}
