#include "mpi/api/alias.h"
#include "mpi/request/exchange.h"

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int destination,
                   int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
                   int recvtag, MPI_Comm comm, MPI_Request *request) {
    return oc_exchange_start(
        "MPI_Isendrecv", oc_message(sendbuf, sendcount, sendtype, destination, sendtag, comm),
        oc_message(recvbuf, recvcount, recvtype, source, recvtag, comm), false, request);
}

OC_ALIAS(MPI_Isendrecv);
