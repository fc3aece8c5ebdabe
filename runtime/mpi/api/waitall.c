#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Waitall(int count, MPI_Request *handles, MPI_Status *statuses) {
    int error = oc_enter("MPI_Waitall");
    if (error || (error = oc_check_requests(count, handles)))
        return error;
    for (int i = 0; i < count; i++) {
        if (statuses != MPI_STATUSES_IGNORE)
            error |= oc_handle_complete_of_list(&handles[i], statuses, i);
        else if (oc_handle_complete(&handles[i], MPI_STATUS_IGNORE))
            error = MPI_ERR_IN_STATUS;
    }
    return error;
}
