/* Waiting: for a request, or for something else. */
#include "mpi/advise/record.h"

__typeof__(oc_request_wait) __real_oc_request_wait, __wrap_oc_request_wait;
__typeof__(oc_await) __real_oc_await, __wrap_oc_await;
__typeof__(oc_await_until) __real_oc_await_until, __wrap_oc_await_until;

/* Where a receive has got its message from is known when it is complete. Sends have no source;
 * other requests may have that of a receive which was at the same address before. */
static void note_source(struct oc_record *record, const struct oc_request *request) {
    int source = request->source;
    if (source < 0 || source >= request->comm->peers)
        return;
    record->peer = oc_communicator_world_rank(request->comm, source);
    record->tag = request->received_tag;
    record->bytes = (uint32_t)request->received;
}

int __wrap_oc_request_wait(struct oc_request *request) {
    struct oc_record record;
    if (!request->pending && request->source == MPI_UNDEFINED)
        return __real_oc_request_wait(request);
    oc_record_begin(&record, OC_RECORD_WAIT, request, MPI_ANY_SOURCE);
    int error = __real_oc_request_wait(request);
    note_source(&record, request);
    oc_record_end(&record);
    return error;
}

void __wrap_oc_await(const volatile uint32_t *word, uint32_t value, const struct oc_request *why) {
    struct oc_record record;
    oc_record_begin(&record, OC_RECORD_AWAIT, why, why->peer);
    __real_oc_await(word, value, why);
    oc_record_end(&record);
}

void __wrap_oc_await_until(bool (*holds)(void *context), void *context,
                           const struct oc_request *why) {
    struct oc_record record;
    oc_record_begin(&record, OC_RECORD_AWAIT, why, why->peer);
    __real_oc_await_until(holds, context, why);
    oc_record_end(&record);
}
