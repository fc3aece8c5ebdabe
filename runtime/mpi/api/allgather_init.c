#include "mpi/collective/nonblocking/calls.h"

int OC_SIZED(PMPI_Allgather_init)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, oc_int recvcount, MPI_Datatype recvtype,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    struct oc_arguments arguments = {.comm = comm,
                                     .from = oc_side(sendbuf, sendcount, sendtype),
                                     .to = oc_side(recvbuf, recvcount, recvtype)};
    return oc_collective_init(OC_CALL("MPI_Allgather_init"), oc_run_allgather, &arguments, info,
                              request);
}
