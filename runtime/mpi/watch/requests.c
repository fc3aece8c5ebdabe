/* Records of the requests for which the user has handles. */
#include <string.h>

#include "mpi/core/process.h"
#include "mpi/request/complete.h"
#include "mpi/request/pool.h"
#include "mpi/watch/buffers.h"

OC_EVENT(oc_user_request_new);
OC_EVENT(oc_user_request_free);
OC_EVENT(oc_handle_queried);

struct oc_user_request *__wrap_oc_user_request_new(enum oc_kind kind) {
    struct oc_user_request *request = __real_oc_user_request_new(kind);
    if (request) {
        struct oc_watch_record record;
        oc_watch_begin(&record, OC_WATCH_REQUEST, oc_process.call);
        record.request = (uintptr_t)request;
        oc_watch_end(&record);
    }
    return request;
}

/* Records that the user frees an active request. The library also calls this function, but only for
 * its own requests, and for complete ones, which are not active. */
void __wrap_oc_user_request_free(struct oc_user_request *request) {
    if (request->active && request->kind != OC_GENERALIZED &&
        !strcmp(oc_process.call, "MPI_Request_free")) {
        struct oc_watch_record record;
        oc_watch_begin(&record, OC_WATCH_FREED, oc_process.call);
        record.request = (uintptr_t)request;
        oc_watch_end(&record);
    }
    oc_watch_buffer_forget(&request->core);
    __real_oc_user_request_free(request);
}

/* Called for each request that MPI_Request_get_status or a related function reports as complete. */
int __wrap_oc_handle_queried(MPI_Request handle) {
    if (handle != MPI_REQUEST_NULL) {
        struct oc_watch_record record;
        oc_watch_begin(&record, OC_WATCH_KNOWN, oc_process.call);
        record.request = (uintptr_t)handle;
        oc_watch_end(&record);
    }
    return __real_oc_handle_queried(handle);
}

/* Whether a request is the send of an MPI_Isendrecv, for which the user has no handle. */
static bool is_partner(const struct oc_user_request *partner) {
    for (const struct oc_request_chunk *chunk = oc_request_chunks; chunk; chunk = chunk->next)
        for (const struct oc_user_request *one = chunk->request; one != chunk->end; one++)
            if (one->kind != OC_UNUSED && one->partner == partner)
                return true;
    return false;
}

static void record_left(const struct oc_user_request *request) {
    struct oc_watch_record record;
    if (request->kind == OC_UNUSED || request->abandoned || is_partner(request))
        return;
    oc_watch_begin(&record, OC_WATCH_LEFT, oc_process.call);
    record.request = (uintptr_t)request;
    record.flags =
        (request->persistent ? OC_WATCH_PERSISTENT : 0) | (request->active ? OC_WATCH_PENDING : 0);
    oc_watch_end(&record);
}

void oc_watch_requests_left(void) {
    for (const struct oc_request_chunk *chunk = oc_request_chunks; chunk; chunk = chunk->next)
        for (const struct oc_user_request *one = chunk->request; one != chunk->end; one++)
            record_left(one);
}
