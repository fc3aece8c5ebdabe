#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Iallgatherv,
            Allgatherv_init)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const oc_int recvcounts[], const oc_displ displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, OC_INFO MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side(sendbuf, sendcount, sendtype),
        .to = oc_side_v(recvbuf, OC_LIST(recvcounts), OC_LIST(displs), recvtype)};
    return oc_collective_begin(OC_FORM_CALL(Iallgatherv, Allgatherv_init), oc_run_allgatherv,
                               &arguments, OC_GIVEN_INFO request);
}
