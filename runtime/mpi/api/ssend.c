#include "mpi/core/sized.h"
#include "mpi/request/start.h"

int OC_SIZED(PMPI_Ssend)(const void *buffer, oc_int count, MPI_Datatype type, int destination,
                         int tag, MPI_Comm comm) {
    return oc_send_blocking(
        OC_CALL("MPI_Ssend"), OC_SYNCHRONOUS,
        &(struct oc_message){buffer, oc_fit(count, type), type, destination, tag, comm});
}
