#include "mpi/core/sized.h"
#include "mpi/request/start.h"

int OC_SIZED(PMPI_Irecv)(void *buffer, oc_int count, MPI_Datatype type, int source, int tag,
                         MPI_Comm comm, MPI_Request *request) {
    oc_process.call = OC_CALL("MPI_Irecv");
    return oc_receive_begin(buffer, oc_fit(count, type), type, source, tag, comm, request);
}
