#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Iallgather, Allgather_init)(const void *sendbuf, oc_int sendcount,
                                        MPI_Datatype sendtype, void *recvbuf, oc_int recvcount,
                                        MPI_Datatype recvtype, MPI_Comm comm,
                                        OC_INFO MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, sendcount, sendtype),
                                     .to = oc_side(recvbuf, recvcount, recvtype)};
    return oc_collective_begin(OC_FORM_CALL(Iallgather, Allgather_init), oc_run_allgather,
                               &arguments, OC_GIVEN_INFO request);
}
