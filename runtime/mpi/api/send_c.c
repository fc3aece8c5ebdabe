#include "mpi/core/large.h"
#include "mpi/request/start.h"

/* Unlike MPI_Send, this function has no fast path. */
int PMPI_Send_c(const void *buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
                MPI_Comm comm) {
    return oc_send_blocking(
        "MPI_Send_c", OC_STANDARD,
        &(struct oc_message){buffer, oc_large_fit(count, type), type, destination, tag, comm});
}
