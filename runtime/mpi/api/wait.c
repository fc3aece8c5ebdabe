#include "mpi/error/check.h"
#include "mpi/request/complete.h"
#include "mpi/request/pool.h"

static __attribute__((noinline)) int wait_for_any(MPI_Request *handle, MPI_Status *status) {
    int error = oc_enter("MPI_Wait");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, handle)) ||
        (error = oc_check_request(*handle, &request)))
        return error;
    return oc_handle_complete(handle, status);
}

/* The fast path is for handles in the newest chunk of the request pool, which is the largest. */
int PMPI_Wait(MPI_Request *handle, MPI_Status *status) {
    const struct oc_request_chunk *chunk = oc_request_chunks;
    oc_process.call = "MPI_Wait";
    if (__builtin_expect(oc_process.world == MPI_COMM_WORLD && handle && chunk, true) &&
        __builtin_expect(oc_request_chunk_has(chunk, *handle) &&
                             !((const struct oc_user_request *)*handle)->abandoned,
                         true))
        return oc_handle_complete(handle, status);
    return wait_for_any(handle, status);
}
