#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/error/plain.h"
#include "mpi/request/exchange.h"
#include "mpi/transport/transport.h"

int OC_SIZED(PMPI_Sendrecv)(const void *sendbuf, oc_int sendcount, MPI_Datatype sendtype,
                            int destination, int sendtag, void *recvbuf, oc_int recvcount,
                            MPI_Datatype recvtype, int source, int recvtag, MPI_Comm handle,
                            MPI_Status *status) {
    struct oc_request send, receive;
    struct oc_communicator *comm = oc_enter_comm(OC_CALL("MPI_Sendrecv"), handle);
    if (!comm)
        return MPI_ERR_COMM;
    ptrdiff_t sent = oc_fit(sendcount, sendtype), received = oc_fit(recvcount, recvtype);
    int error;
    /* If the messages pass the quick check, they need not be stored as structures. */
    if (!(oc_fill_plain_from(&send, comm, sendbuf, sent, sendtype, destination, sendtag) &&
          oc_fill_plain_from(&receive, comm, recvbuf, received, recvtype, source, recvtag))) {
        error = oc_check_exchange(
            comm, &(struct oc_message){sendbuf, sent, sendtype, destination, sendtag, handle},
            &(struct oc_message){recvbuf, received, recvtype, source, recvtag, handle}, &send,
            &receive);
        if (error)
            return error;
        destination = send.peer;
    }
    oc_receive_start(&receive);
    if (__builtin_expect(destination >= 0, true))
        oc_transport_send(&send, false);
    else
        oc_send_unusual(&send, false);
    oc_request_wait(&send);
    oc_request_wait(&receive);
    if (__builtin_expect(!(receive.error | send.error) && status == MPI_STATUS_IGNORE, true))
        return MPI_SUCCESS;
    error = oc_finish_receive(&receive, status);
    int send_error = oc_finish_send(&send);
    return error ? error : send_error;
}
