#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ialltoallw, Alltoallw_init)(const void *sendbuf, const oc_int sendcounts[],
                                        const oc_displ sdispls[], const MPI_Datatype sendtypes[],
                                        void *recvbuf, const oc_int recvcounts[],
                                        const oc_displ rdispls[], const MPI_Datatype recvtypes[],
                                        MPI_Comm comm, OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side_w(&arguments->from, sendbuf, OC_LIST(sendcounts), OC_LIST(sdispls), sendtypes);
    oc_side_w(&arguments->to, recvbuf, OC_LIST(recvcounts), OC_LIST(rdispls), recvtypes);
    return oc_collective_begin(OC_FORM_CALL(Ialltoallw, Alltoallw_init), oc_run_alltoallw,
                               arguments, OC_GIVEN_INFO request);
}
