#include "mpi/request/any.h"

int oc_handles_complete_any(int count, MPI_Request *handles, int *index, bool *active,
                            MPI_Status *status) {
    *active = false;
    for (int i = 0; i < count; i++) {
        if (!oc_handle_is_active(handles[i]))
            continue;
        *active = true;
        if (!oc_handle_is_done(handles[i]))
            continue;
        *index = i;
        return oc_handle_complete(&handles[i], status);
    }
    *index = MPI_UNDEFINED;
    MPI_Request none = MPI_REQUEST_NULL;
    return oc_handle_complete(&none, status);
}

int oc_handles_complete_some(int count, MPI_Request *handles, int *done, int *indices,
                             MPI_Status *statuses) {
    int error = MPI_SUCCESS, number = 0;
    bool active = false;
    for (int i = 0; i < count; i++) {
        if (!oc_handle_is_active(handles[i]))
            continue;
        active = true;
        if (!oc_handle_is_done(handles[i]))
            continue;
        int one = oc_handle_complete_of_list(&handles[i], statuses, number);
        error = error ? error : one;
        indices[number++] = i;
    }
    *done = active ? number : MPI_UNDEFINED;
    return error;
}
