#include "mpi/api/alias.h"
#include "mpi/request/start.h"

int PMPI_Bsend(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
               MPI_Comm comm) {
    return oc_send_blocking("MPI_Bsend", OC_BUFFERED,
                            oc_message(buffer, count, type, destination, tag, comm));
}

OC_ALIAS(MPI_Bsend);
