#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ireduce_scatter_block,
            Reduce_scatter_block_init)(const void *sendbuf, void *recvbuf, oc_int recvcount,
                                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                       OC_INFO MPI_Request *request) {
    return oc_reduction_begin(OC_FORM_CALL(Ireduce_scatter_block, Reduce_scatter_block_init),
                              oc_run_reduce_scatter_block, sendbuf, recvbuf, recvcount, datatype,
                              op, comm, OC_GIVEN_INFO request);
}
