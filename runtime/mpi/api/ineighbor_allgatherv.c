#include "mpi/collective/neighbor/nonblocking.h"

int OC_FORM(Ineighbor_allgatherv,
            Neighbor_allgatherv_init)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                                      void *recvbuf, const oc_int recvcounts[],
                                      const oc_displ displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                      OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side(&arguments->from, sendbuf, sendcount, sendtype);
    oc_side_v(&arguments->to, recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype);
    return oc_neighbor_begin(OC_FORM_CALL(Ineighbor_allgatherv, Neighbor_allgatherv_init),
                             oc_run_neighbor_allgatherv, arguments, true, OC_GIVEN_INFO request);
}
