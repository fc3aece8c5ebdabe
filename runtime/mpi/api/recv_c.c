#include "mpi/core/large.h"
#include "mpi/error/check.h"
#include "mpi/request/blocking_receive.h"

/* Unlike MPI_Recv, this function has no fast path. */
int PMPI_Recv_c(void *buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                MPI_Comm handle, MPI_Status *status) {
    struct oc_request request;
    struct oc_message message = {buffer, oc_large_fit(count, type), type, source, tag, handle};
    int error = oc_enter_message("MPI_Recv_c", &request, &message, true);
    return error ? error : oc_receive(&request, status);
}
