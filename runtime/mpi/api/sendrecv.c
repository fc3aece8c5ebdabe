#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/transport/transport.h"

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int destination,
                  int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
                  int recvtag, MPI_Comm handle, MPI_Status *status) {
    struct oc_request send, receive;
    struct oc_communicator *comm = oc_enter_comm("MPI_Sendrecv", handle);
    if (!comm)
        return MPI_ERR_COMM;
    int error = oc_check_send(&send, comm, sendbuf, sendcount, sendtype, destination, sendtag);
    if (error ||
        (error = oc_check_receive(&receive, comm, recvbuf, recvcount, recvtype, source, recvtag)))
        return error;
    oc_receive_start(&receive);
    if (destination != MPI_PROC_NULL) {
        oc_transport_send(&send, false);
        oc_request_wait(&send);
    }
    oc_request_wait(&receive);
    error = oc_finish_receive(&receive, status);
    int send_error = oc_finish_send(&send);
    return error ? error : send_error;
}

OC_ALIAS(MPI_Sendrecv);
