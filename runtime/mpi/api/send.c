#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/transport/transport.h"

int PMPI_Send(const void *buffer, int count, MPI_Datatype type, int destination, int tag,
              MPI_Comm handle) {
    struct oc_request send;
    struct oc_communicator *comm = oc_enter_comm("MPI_Send", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_send(&send, comm, buffer, count, type, destination, tag);
    if (error || destination == MPI_PROC_NULL)
        return error;
    oc_transport_send(&send);
    oc_request_wait(&send);
    return oc_finish_send(&send);
}

OC_ALIAS(MPI_Send);
