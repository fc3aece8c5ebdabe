#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Iscan, Scan_init)(const void *sendbuf, void *recvbuf, oc_int count,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                              OC_INFO MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, count, datatype),
                                     .to = oc_side(recvbuf, count, datatype),
                                     .op = op};
    return oc_collective_begin(OC_FORM_CALL(Iscan, Scan_init), oc_run_scan, &arguments,
                               OC_GIVEN_INFO request);
}
