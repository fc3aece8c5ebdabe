#include "mpi/api/alias.h"
#include "mpi/request/start.h"

int PMPI_Issend(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
                MPI_Comm comm, MPI_Request *request) {
    return oc_send_start("MPI_Issend", OC_SYNCHRONOUS,
                         oc_message(buffer, count, type, destination, tag, comm), request);
}

OC_ALIAS(MPI_Issend);
