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

/* The fast path completes simple messages, one after the other. The first handle that is something
 * else, and those after it, are left to complete_any(), which checks them. (A handle that is in the
 * list twice is invalid the second time.) */
int PMPI_Waitall(int count, MPI_Request *handles, MPI_Status *statuses) {
    const struct oc_request_chunk *chunk = oc_request_chunks;
    const MPI_Request *end = handles + count;
    oc_process.call = "MPI_Waitall";
    if (oc_process.world != MPI_COMM_WORLD || statuses != MPI_STATUSES_IGNORE || count <= 0 ||
        !handles || !chunk)
        return complete_any(count, handles, statuses);
    do {
        struct oc_user_request *request = (struct oc_user_request *)*handles;
        if (__builtin_expect(!oc_handle_is_simple(chunk, *handles), false))
            break;
        /* What has arrived is taken in without preparing to sleep. */
        while (__builtin_expect(request->core.pending && oc_transport_progress(), false))
            ;
        if (__builtin_expect(oc_request_wait(&request->core), false))
            break;
        oc_user_request_recycle(request);
        *handles = MPI_REQUEST_NULL;
    } while (++handles != end);
    return handles == end ? MPI_SUCCESS
                          : complete_any((int)(end - handles), handles, MPI_STATUSES_IGNORE);
}
