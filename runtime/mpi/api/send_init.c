#include "mpi/api/alias.h"
#include "mpi/request/start.h"

int PMPI_Send_init(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
                   MPI_Comm comm, MPI_Request *request) {
    return oc_send_init("MPI_Send_init", OC_STANDARD,
                        oc_message(buffer, count, type, destination, tag, comm), request);
}

OC_ALIAS(MPI_Send_init);
