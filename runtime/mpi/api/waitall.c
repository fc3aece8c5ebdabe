#include "mpi/error/check.h"
#include "mpi/request/complete.h"
#include "mpi/request/pool.h"
#include "mpi/transport/transport.h"

static __attribute__((noinline)) int complete_any(int count, MPI_Request *handles,
                                                  MPI_Status *statuses) {
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

/* The fast path completes simple requests (request/request.h), beginning with the last handle. The
 * last requests are often sends, which are already complete, and other messages arrive in the
 * meantime. At the first request that is not simple, the fast path leaves this one and all those
 * before it to complete_any(), which checks them. (A handle that is in the list twice is invalid
 * the second time.) */
int PMPI_Waitall(int count, MPI_Request *handles, MPI_Status *statuses) {
    const struct oc_request_chunk *chunk = oc_request_chunks;
    MPI_Request *at = handles + count;
    oc_process.call = "MPI_Waitall";
    if (oc_process.world != MPI_COMM_WORLD || statuses != MPI_STATUSES_IGNORE || count <= 0 ||
        !handles || !chunk)
        return complete_any(count, handles, statuses);
    do {
        struct oc_user_request *request = (struct oc_user_request *)*--at;
        if (__builtin_expect(!oc_handle_is_simple(chunk, *at), false))
            break;
        /* Handle the messages that have arrived. oc_request_wait() would prepare to sleep before
         * that. */
        while (__builtin_expect(request->core.pending && oc_transport_progress(), false))
            ;
        if (__builtin_expect(oc_request_wait(&request->core), false))
            break;
        oc_user_request_recycle(request);
        *at = MPI_REQUEST_NULL;
    } while (--count);
    return count ? complete_any(count, at - count + 1, MPI_STATUSES_IGNORE) : MPI_SUCCESS;
}
