#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Request_get_status_some(int count, const MPI_Request *handles, int *done, int *indices,
                                 MPI_Status *statuses) {
    int error = oc_enter("MPI_Request_get_status_some");
    if (error || (error = oc_check_requests(count, handles)) ||
        (error = oc_check_result(NULL, done)) ||
        (count && (error = oc_check_result(NULL, indices))))
        return error;
    oc_progress();
    bool active = false;
    int number = 0;
    for (int i = 0; i < count; i++) {
        if (!oc_handle_is_active(handles[i]))
            continue;
        active = true;
        if (!oc_handle_status(handles[i], oc_status_at(statuses, number)))
            continue;
        indices[number++] = i;
        int one = oc_handle_queried(handles[i]);
        error = error ? error : one;
    }
    *done = active ? number : MPI_UNDEFINED;
    return error;
}
