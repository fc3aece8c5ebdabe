#include "mpi/api/alias.h"
#include "mpi/request/start.h"

int PMPI_Rsend(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
               MPI_Comm comm) {
    return oc_send_blocking("MPI_Rsend", OC_READY,
                            oc_message(buffer, count, type, destination, tag, comm));
}

OC_ALIAS(MPI_Rsend);
