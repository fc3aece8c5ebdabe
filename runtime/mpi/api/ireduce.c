#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ireduce, Reduce_init)(const void *sendbuf, void *recvbuf, oc_int count,
                                  MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
                                  OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, op);
    oc_side(&arguments->from, sendbuf, count, datatype);
    oc_side(&arguments->to, recvbuf, count, datatype);
    arguments->root = root;
    arguments->rooted = OC_ROOT_RECEIVES;
    return oc_collective_begin(OC_FORM_CALL(Ireduce, Reduce_init), oc_run_reduce, arguments,
                               OC_GIVEN_INFO request);
}
