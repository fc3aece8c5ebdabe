#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ireduce_scatter_block,
            Reduce_scatter_block_init)(const void *sendbuf, void *recvbuf, oc_int recvcount,
                                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                       OC_INFO MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, recvcount, datatype),
                                     .to = oc_side(recvbuf, recvcount, datatype),
                                     .op = op};
    return oc_collective_begin(OC_FORM_CALL(Ireduce_scatter_block, Reduce_scatter_block_init),
                               oc_run_reduce_scatter_block, &arguments, OC_GIVEN_INFO request);
}
