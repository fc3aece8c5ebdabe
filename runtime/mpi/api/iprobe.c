#include "mpi/error/check.h"
#include "mpi/request/probe.h"

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    struct oc_request select;
    int error = oc_probe_check("MPI_Iprobe", &select, comm, source, tag);
    if (error || (error = oc_check_result(select.comm, flag)))
        return error;
    struct oc_arrival *message = source == MPI_PROC_NULL ? NULL : oc_probe(&select);
    *flag = message || source == MPI_PROC_NULL;
    if (*flag)
        oc_probe_status(message, status);
    return MPI_SUCCESS;
}
