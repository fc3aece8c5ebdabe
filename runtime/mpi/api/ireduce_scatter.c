#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ireduce_scatter, Reduce_scatter_init)(const void *sendbuf, void *recvbuf,
                                                  const oc_int recvcounts[], MPI_Datatype datatype,
                                                  MPI_Op op, MPI_Comm comm,
                                                  OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, op);
    oc_side_v(&arguments->from, sendbuf, OC_LIST(recvcounts), OC_NO_LIST, datatype);
    oc_side_v(&arguments->to, recvbuf, OC_LIST(recvcounts), OC_NO_LIST, datatype);
    return oc_collective_begin(OC_FORM_CALL(Ireduce_scatter, Reduce_scatter_init),
                               oc_run_reduce_scatter, arguments, OC_GIVEN_INFO request);
}
