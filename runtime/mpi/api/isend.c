#include "mpi/core/sized.h"
#include "mpi/request/start.h"

int OC_SIZED(PMPI_Isend)(const void *buffer, oc_int count, MPI_Datatype type, int destination,
                         int tag, MPI_Comm comm, MPI_Request *request) {
    return oc_send_start(
        OC_CALL("MPI_Isend"), OC_STANDARD,
        &(struct oc_message){buffer, oc_fit(count, type), type, destination, tag, comm}, request);
}
