#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Iscatterv, Scatterv_init)(const void *sendbuf, const oc_int sendcounts[],
                                      const oc_displ displs[], MPI_Datatype sendtype, void *recvbuf,
                                      oc_int recvcount, MPI_Datatype recvtype, int root,
                                      MPI_Comm comm, OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side_v(&arguments->from, sendbuf, OC_LIST(sendcounts), OC_LIST(displs), sendtype);
    oc_side(&arguments->to, recvbuf, recvcount, recvtype);
    arguments->root = root;
    arguments->rooted = OC_ROOT_SENDS;
    return oc_collective_begin(OC_FORM_CALL(Iscatterv, Scatterv_init), oc_run_scatterv, arguments,
                               OC_GIVEN_INFO request);
}
