#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/complete.h"

/* Not inlined into the loop of oc_check_requests(), which calls it only for invalid handles. */
__attribute__((noinline)) int oc_check_request(MPI_Request handle,
                                               struct oc_user_request **request) {
    *request = oc_user_request_find(handle);
    if (*request || handle == MPI_REQUEST_NULL)
        return MPI_SUCCESS;
    return oc_raise(NULL, MPI_ERR_REQUEST,
                    "request 0x$ is invalid|one that was started and not yet completed, or "
                    "MPI_REQUEST_NULL",
                    (long)(intptr_t)handle, 0);
}

int oc_check_requests(int count, const MPI_Request *handles) {
    if (count < 0)
        return oc_raise(NULL, MPI_ERR_COUNT, "count # is negative|0 or more", count, 0);
    if (!count)
        return MPI_SUCCESS;
    int error = oc_check_result(NULL, handles);
    struct oc_user_request *request;
    for (; count && !error; count--, handles++)
        if (*handles != MPI_REQUEST_NULL && !oc_user_request_find(*handles))
            error = oc_check_request(*handles, &request);
    return error;
}
