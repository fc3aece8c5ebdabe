#include "mpi/api/alias.h"
#include "mpi/request/start.h"

int PMPI_Recv_init(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Request *request) {
    return oc_receive_init("MPI_Recv_init", oc_message(buffer, count, type, source, tag, comm),
                           request);
}

OC_ALIAS(MPI_Recv_init);
