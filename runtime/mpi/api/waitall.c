#include "mpi/error/check.h"
#include "mpi/request/complete.h"
#include "mpi/request/pool.h"

static inline bool are_simple(int count, const MPI_Request *handles) {
    const struct oc_request_chunk *chunk = oc_request_chunks;
    if (count <= 0 || !handles || !chunk)
        return false;
    const MPI_Request *end = handles + count;
    do {
        if (!oc_handle_is_simple(chunk, *handles))
            return false;
    } while (++handles != end);
    return true;
}

static int complete_simple(int count, MPI_Request *handles) {
    int error = MPI_SUCCESS;
    for (MPI_Request *end = handles + count; handles < end; handles++) {
        struct oc_user_request *request = (struct oc_user_request *)*handles;
        /* A handle that is in the list twice is invalid the second time. */
        if (OC_CHECKS && __builtin_expect(request->self != request, false))
            return oc_check_request(*handles, &request);
        if (!oc_handle_complete_simple(handles) && oc_handle_complete(handles, MPI_STATUS_IGNORE))
            error = MPI_ERR_IN_STATUS;
    }
    return error;
}

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

int PMPI_Waitall(int count, MPI_Request *handles, MPI_Status *statuses) {
    oc_process.call = "MPI_Waitall";
    return oc_process.world == MPI_COMM_WORLD && statuses == MPI_STATUSES_IGNORE &&
                   are_simple(count, handles)
               ? complete_simple(count, handles)
               : complete_any(count, handles, statuses);
}
