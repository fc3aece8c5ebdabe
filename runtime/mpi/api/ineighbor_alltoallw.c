#include "mpi/collective/neighbor/nonblocking.h"

int OC_FORM(Ineighbor_alltoallw,
            Neighbor_alltoallw_init)(const void *sendbuf, const oc_int sendcounts[],
                                     const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                     void *recvbuf, const oc_int recvcounts[],
                                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                     MPI_Comm comm, OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side_w(&arguments->from, sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtypes);
    oc_side_w(&arguments->to, recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtypes);
    return oc_neighbor_begin(OC_FORM_CALL(Ineighbor_alltoallw, Neighbor_alltoallw_init),
                             oc_run_neighbor_alltoallw, arguments, false, OC_GIVEN_INFO request);
}
