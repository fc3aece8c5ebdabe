#include "mpi/api/alias.h"
#include "mpi/error/check.h"
#include "mpi/request/probe.h"

int PMPI_Mrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message,
               MPI_Status *status) {
    struct oc_request receive;
    int error = oc_check_message("MPI_Mrecv", message);
    if (error || (error = oc_message_receive(&receive, buffer, count, type, message)))
        return error;
    oc_request_wait(&receive);
    return oc_finish_receive(&receive, status);
}

OC_ALIAS(MPI_Mrecv);
