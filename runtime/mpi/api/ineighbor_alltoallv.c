#include "mpi/collective/neighbor/nonblocking.h"

int OC_FORM(Ineighbor_alltoallv,
            Neighbor_alltoallv_init)(const void *sendbuf, const oc_int sendcounts[],
                                     const oc_displ sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                     const oc_int recvcounts[], const oc_displ rdispls[],
                                     MPI_Datatype recvtype, MPI_Comm comm,
                                     OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side_v(&arguments->from, sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtype);
    oc_side_v(&arguments->to, recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtype);
    return oc_neighbor_begin(OC_FORM_CALL(Ineighbor_alltoallv, Neighbor_alltoallv_init),
                             oc_run_neighbor_alltoallv, arguments, false, OC_GIVEN_INFO request);
}
