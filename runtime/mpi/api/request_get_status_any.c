#include "mpi/error/check.h"
#include "mpi/request/complete.h"

/* If no request is active, stores true, the index MPI_UNDEFINED and an empty status. */
int PMPI_Request_get_status_any(int count, const MPI_Request *handles, int *index, int *flag,
                                MPI_Status *status) {
    int error = oc_enter("MPI_Request_get_status_any");
    if (error || (error = oc_check_requests(count, handles)) ||
        (error = oc_check_result(NULL, index)) || (error = oc_check_result(NULL, flag)))
        return error;
    oc_progress();
    *index = MPI_UNDEFINED;
    *flag = 1;
    for (int i = 0; i < count; i++) {
        if (!oc_handle_is_active(handles[i]))
            continue;
        if ((*flag = oc_handle_status(handles[i], status))) {
            *index = i;
            return oc_handle_queried(handles[i]);
        }
    }
    if (*flag)
        oc_handle_status(MPI_REQUEST_NULL, status);
    return MPI_SUCCESS;
}
