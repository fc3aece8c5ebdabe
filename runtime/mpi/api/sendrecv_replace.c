#include <stdlib.h>

#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/request/exchange.h"

int PMPI_Sendrecv_replace(void *buffer, int count, MPI_Datatype type, int destination, int sendtag,
                          int source, int recvtag, MPI_Comm handle, MPI_Status *status) {
    struct oc_request send, receive;
    struct oc_communicator *comm = oc_enter_comm("MPI_Sendrecv_replace", handle);
    if (!comm)
        return MPI_ERR_COMM;
    void *copy;
    int error = oc_check_send(&send, comm, buffer, count, type, destination, sendtag);
    if (error || (error = oc_check_receive(&receive, comm, buffer, count, type, source, recvtag)) ||
        (error = oc_send_from_copy(&send, &copy)))
        return error;
    oc_receive_start(&receive);
    oc_send_checked(&send, OC_STANDARD);
    oc_request_wait(&send);
    oc_request_wait(&receive);
    free(copy);
    error = oc_finish_receive(&receive, status);
    int send_error = oc_finish_send(&send);
    return error ? error : send_error;
}

OC_ALIAS(MPI_Sendrecv_replace);
