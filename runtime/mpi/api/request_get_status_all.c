#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Request_get_status_all(int count, const MPI_Request *handles, int *flag,
                                MPI_Status *statuses) {
    int error = oc_enter("MPI_Request_get_status_all");
    if (error || (error = oc_check_requests(count, handles)) ||
        (error = oc_check_result(NULL, flag)))
        return error;
    oc_progress();
    *flag = 1;
    for (int i = 0; i < count; i++)
        *flag = *flag && oc_handle_is_done(handles[i]);
    for (int i = 0; i < count && *flag; i++) {
        oc_handle_status(handles[i], oc_status_at(statuses, i));
        int one = oc_handle_queried(handles[i]);
        error = error ? error : one;
    }
    return error;
}
