#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/probe.h"

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    struct oc_request select;
    int error = oc_probe_check("MPI_Mprobe", &select, comm, source, tag);
    if (error || (error = oc_check_result(select.comm, message)))
        return error;
    if (source == MPI_PROC_NULL) {
        oc_probe_status(NULL, status);
        *message = MPI_MESSAGE_NO_PROC;
    } else {
        oc_probe_status(oc_probe_waiting(&select), status);
        *message = oc_message_take(&select);
        if (*message == MPI_MESSAGE_NULL)
            return oc_raise(select.comm, MPI_ERR_NO_MEM, "no memory to keep the message", 0, 0);
    }
    return MPI_SUCCESS;
}
