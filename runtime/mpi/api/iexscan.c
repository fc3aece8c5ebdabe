#include "mpi/collective/nonblocking/calls.h"

int OC_FORM(Iexscan, Exscan_init)(const void *sendbuf, void *recvbuf, oc_int count,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                  OC_INFO MPI_Request *request) {
    return oc_reduction_begin(OC_FORM_CALL(Iexscan, Exscan_init), oc_run_exscan, sendbuf, recvbuf,
                              count, datatype, op, comm, OC_GIVEN_INFO request);
}
