#include "mpi/error/check.h"
#include "mpi/request/probe.h"

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                 MPI_Status *status) {
    struct oc_request select;
    int error = oc_probe_check("MPI_Improbe", &select, comm, source, tag);
    if (error || (error = oc_check_result(select.comm, flag)) ||
        (error = oc_check_result(select.comm, message)))
        return error;
    struct oc_arrival *found = source == MPI_PROC_NULL ? NULL : oc_probe(&select);
    MPI_Message taken = found ? oc_message_take(&select) : MPI_MESSAGE_NO_PROC;
    /* If there was no memory to keep a message, it is reported as absent. A later call may find
     * it. */
    *flag = taken != MPI_MESSAGE_NULL && (found || source == MPI_PROC_NULL);
    if (*flag) {
        oc_probe_status(found ? oc_message_find(taken) : NULL, status);
        *message = taken;
    }
    return MPI_SUCCESS;
}
