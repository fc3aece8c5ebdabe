#include "mpi/core/sized.h"
#include "mpi/request/exchange.h"

int OC_SIZED(PMPI_Isendrecv)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                             int destination, int sendtag, void *recvbuf, oc_int recvcount,
                             MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                             MPI_Request *request) {
    return oc_exchange_start(
        OC_CALL("MPI_Isendrecv"),
        &(struct oc_message){sendbuf, oc_fit(sendcount, sendtype), sendtype, destination, sendtag,
                             comm},
        &(struct oc_message){recvbuf, oc_fit(recvcount, recvtype), recvtype, source, recvtag, comm},
        false, request);
}
