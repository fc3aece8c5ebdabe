#include "mpi/api/alias.h"
#include "mpi/core/status.h"
#include "mpi/error/check.h"

int PMPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm handle,
              MPI_Status *status) {
    struct oc_request receive;
    struct oc_communicator *comm = oc_enter_comm("MPI_Recv", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error;
    if ((error = oc_check_receive(&receive, comm, buffer, count, type, source, tag)))
        return error;
    oc_receive_start(&receive);
    oc_request_wait(&receive);
    return oc_finish_receive(&receive, status);
}

OC_ALIAS(MPI_Recv);
