#include <stdlib.h>

#include "mpi/core/derived.h"
#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/exchange.h"

int OC_SIZED(PMPI_Sendrecv_replace)(void *buffer, oc_int count, MPI_Datatype type, int destination,
                                    int sendtag, int source, int recvtag, MPI_Comm handle,
                                    MPI_Status *status) {
    struct oc_request send, receive;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Sendrecv_replace"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    void *copy;
    struct oc_message sent = {buffer, oc_fit(count, type), type, destination, sendtag, handle};
    struct oc_message received = {buffer, sent.count, type, source, recvtag, handle};
    int error = oc_check_exchange(comm, &sent, &received, &send, &receive);
    if (error)
        return error;
    if ((error = oc_send_from_copy(&send, &copy))) {
        oc_unstage(&send);
        oc_unstage(&receive);
        return error;
    }
    oc_receive_start(&receive);
    oc_send_checked(&send, OC_STANDARD);
    oc_request_wait(&send);
    oc_request_wait(&receive);
    free(copy);
    error = oc_finish_receive(&receive, status);
    int send_error = oc_finish_send(&send);
    return error ? error : send_error;
}
