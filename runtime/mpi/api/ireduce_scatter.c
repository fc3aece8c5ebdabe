#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ireduce_scatter, Reduce_scatter_init)(const void *sendbuf, void *recvbuf,
                                                  const oc_int recvcounts[], MPI_Datatype datatype,
                                                  MPI_Op op, MPI_Comm comm,
                                                  OC_INFO MPI_Request *request) {
    struct oc_arguments arguments = {
        .comm = comm,
        .from = oc_side_v(sendbuf, OC_LIST(recvcounts), OC_NO_LIST, datatype),
        .to = oc_side_v(recvbuf, OC_LIST(recvcounts), OC_NO_LIST, datatype),
        .op = op};
    return oc_collective_begin(OC_FORM_CALL(Ireduce_scatter, Reduce_scatter_init),
                               oc_run_reduce_scatter, &arguments, OC_GIVEN_INFO request);
}
