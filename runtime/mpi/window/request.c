#include "mpi/window/request.h"

#include "mpi/request/start.h"
#include "mpi/window/check.h"

int oc_enter_window_request(const char *call, MPI_Win win, int rank, const MPI_Request *request,
                            struct oc_window **window) {
    *window = oc_enter_window(call, win);
    if (!*window)
        return MPI_ERR_WIN;
    int error = oc_check_result((*window)->comm, request);
    return error || rank == MPI_PROC_NULL ? error : oc_check_passive(*window);
}

int oc_window_request(const struct oc_window *window, int error, MPI_Request *handle) {
    if (error)
        return error;
    oc_window_complete();
    struct oc_user_request *request = oc_request_allocate(window->comm, OC_SEND);
    if (!request)
        return MPI_ERR_NO_MEM;
    oc_request_fill(&request->core, window->comm, window->comm->context, NULL, 0, MPI_PROC_NULL, 0);
    request->core.pending = 0;
    request->active = true;
    *handle = (MPI_Request)request;
    return MPI_SUCCESS;
}
