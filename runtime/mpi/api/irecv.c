#include "mpi/core/sized.h"
#include "mpi/request/start.h"

int OC_SIZED(PMPI_Irecv)(void *buffer, oc_int count, MPI_Datatype type, int source, int tag,
                         MPI_Comm comm, MPI_Request *request) {
    return oc_receive_begin(
        OC_CALL("MPI_Irecv"),
        &(struct oc_message){buffer, oc_fit(count, type), type, source, tag, comm}, request);
}
