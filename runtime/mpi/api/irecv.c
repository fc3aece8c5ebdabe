#include "mpi/api/alias.h"
#include "mpi/request/start.h"

int PMPI_Irecv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request *request) {
    return oc_receive_begin("MPI_Irecv", oc_message(buffer, count, type, source, tag, comm),
                            request);
}

OC_ALIAS(MPI_Irecv);
