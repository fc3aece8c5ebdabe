#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Iallgatherv,
            Allgatherv_init)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const oc_int recvcounts[], const oc_displ displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side(&arguments->from, sendbuf, sendcount, sendtype);
    oc_side_v(&arguments->to, recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype);
    return oc_collective_begin(OC_FORM_CALL(Iallgatherv, Allgatherv_init), oc_run_allgatherv,
                               arguments, OC_GIVEN_INFO request);
}
