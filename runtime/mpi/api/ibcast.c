#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Ibcast, Bcast_init)(void *buffer, oc_int count, MPI_Datatype datatype, int root,
                                MPI_Comm comm, OC_INFO MPI_Request *request) {
    struct oc_arguments *arguments = oc_arguments_new(comm, NULL);
    oc_side(&arguments->from, NULL, 0, NULL);
    oc_side(&arguments->to, buffer, count, datatype);
    arguments->root = root;
    arguments->rooted = OC_ROOT;
    return oc_collective_begin(OC_FORM_CALL(Ibcast, Bcast_init), oc_run_bcast, arguments,
                               OC_GIVEN_INFO request);
}
