#include "mpi/api/alias.h"
#include "mpi/core/large.h"
#include "mpi/error/check.h"

/* Without the fast path of MPI_Recv. */
int PMPI_Recv_c(void *buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                MPI_Comm handle, MPI_Status *status) {
    struct oc_request request;
    struct oc_communicator *comm = oc_enter_comm("MPI_Recv_c", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error =
        oc_check_receive(&request, comm, buffer, oc_large_fit(count, type), type, source, tag);
    if (error)
        return error;
    oc_receive_start(&request);
    oc_request_wait(&request);
    return oc_finish_receive(&request, status);
}

OC_ALIAS(MPI_Recv_c);
