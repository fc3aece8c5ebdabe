#include "mpi/api/alias.h"
#include "mpi/request/exchange.h"

int PMPI_Isendrecv_replace(void *buffer, int count, MPI_Datatype type, int destination, int sendtag,
                           int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    return oc_exchange_start("MPI_Isendrecv_replace",
                             oc_message(buffer, count, type, destination, sendtag, comm),
                             oc_message(buffer, count, type, source, recvtag, comm), true, request);
}

OC_ALIAS(MPI_Isendrecv_replace);
