#include "mpi/api/alias.h"
#include "mpi/request/start.h"

int PMPI_Irsend(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
                MPI_Comm comm, MPI_Request *request) {
    return oc_send_start("MPI_Irsend", OC_READY,
                         oc_message(buffer, count, type, destination, tag, comm), request);
}

OC_ALIAS(MPI_Irsend);
