#include "mpi/core/sized.h"
#include "mpi/request/start.h"

int OC_SIZED(PMPI_Bsend)(const void *buffer, oc_int count, MPI_Datatype type, int destination,
                         int tag, MPI_Comm comm) {
    return oc_send_blocking(
        OC_CALL("MPI_Bsend"), OC_BUFFERED,
        &(struct oc_message){buffer, oc_fit(count, type), type, destination, tag, comm});
}
