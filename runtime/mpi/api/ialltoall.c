#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ialltoall, Alltoall_init)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                                      void *recvbuf, oc_int recvcount, MPI_Datatype recvtype,
                                      MPI_Comm comm, OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side(&arguments->from, sendbuf, sendcount, sendtype);
    oc_side(&arguments->to, recvbuf, recvcount, recvtype);
    return oc_collective_begin(OC_FORM_CALL(Ialltoall, Alltoall_init), oc_run_alltoall, arguments,
                               OC_GIVEN_INFO request);
}
