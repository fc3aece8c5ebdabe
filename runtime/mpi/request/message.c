#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/probe.h"

int oc_check_message_handle(const char *call, MPI_Message *handle) {
    int error = oc_enter(call);
    if (error || (error = oc_check_result(NULL, handle)))
        return error;
    if (*handle == MPI_MESSAGE_NO_PROC || oc_message_find(*handle))
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_REQUEST,
                    "message 0x$ is invalid|one of MPI_Mprobe that was not yet received",
                    (long)(intptr_t)*handle, 0);
}

int oc_message_receive(struct oc_request *receive, void *buffer, ptrdiff_t count, MPI_Datatype type,
                       MPI_Message *handle) {
    struct oc_communicator *comm = &oc_comm_world;
    int source = MPI_PROC_NULL, tag = MPI_ANY_TAG;
    struct oc_arrival *message = oc_message_find(*handle);
    if (message) {
        comm = oc_communicator_of_context(message->envelope.sender >> 16);
        source = oc_envelope_source(&message->envelope);
        tag = message->envelope.tag;
    }
    struct oc_message wanted = {buffer, count, type, source, tag, comm->handle};
    int error = oc_check_message(receive, comm, &wanted, true);
    if (error)
        return error;
    if (message)
        oc_receive_arrival(receive, oc_message_return(*handle));
    else
        oc_receive_start(receive);
    *handle = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
}
