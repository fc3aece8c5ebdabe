#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Allreduce_init)(const void *sendbuf, void *recvbuf, oc_int count,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, count, datatype),
                                     .to = oc_side(recvbuf, count, datatype),
                                     .op = op};
    return oc_collective_init(OC_CALL("MPI_Allreduce_init"), oc_run_allreduce, &arguments, info,
                              request);
}
