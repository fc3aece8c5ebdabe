#include "mpi/core/sized.h"
#include "mpi/request/exchange.h"

int OC_SIZED(PMPI_Isendrecv_replace)(void *buffer, oc_int count, MPI_Datatype type, int destination,
                                     int sendtag, int source, int recvtag, MPI_Comm comm,
                                     MPI_Request *request) {
    return oc_exchange_start(
        OC_CALL("MPI_Isendrecv_replace"),
        &(struct oc_message){buffer, oc_fit(count, type), type, destination, sendtag, comm},
        &(struct oc_message){buffer, oc_fit(count, type), type, source, recvtag, comm}, true,
        request);
}
