#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/probe.h"

int OC_SIZED(PMPI_Mrecv)(void *buffer, oc_int count, MPI_Datatype type, MPI_Message *message,
                         MPI_Status *status) {
    struct oc_request receive;
    int error = oc_check_message_handle(OC_CALL("MPI_Mrecv"), message);
    if (error || (error = oc_message_receive(&receive, buffer, oc_fit(count, type), type, message)))
        return error;
    oc_request_wait(&receive);
    return oc_finish_receive(&receive, status);
}
