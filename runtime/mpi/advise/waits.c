/* Waiting: for a request, or for something else. */
#include "mpi/advise/record.h"

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

int oc_request_wait_recorded(struct oc_request *request) {
    struct oc_record record;
    if (!request->pending && request->source == MPI_UNDEFINED)
        return oc_request_wait_unrecorded(request);
    oc_record_begin(&record, OC_RECORD_WAIT, request, MPI_ANY_SOURCE);
    int error = oc_request_wait_unrecorded(request);
    note_source(&record, request);
    oc_record_end(&record);
    return error;
}

void oc_await_recorded(const volatile uint32_t *word, uint32_t value,
                       const struct oc_request *why) {
    struct oc_record record;
    oc_record_begin(&record, OC_RECORD_AWAIT, why, why->peer);
    oc_await_unrecorded(word, value, why);
    oc_record_end(&record);
}

void oc_await_until_recorded(bool (*holds)(void *context), void *context,
                             const struct oc_request *why) {
    struct oc_record record;
    oc_record_begin(&record, OC_RECORD_AWAIT, why, why->peer);
    oc_await_until_unrecorded(holds, context, why);
    oc_record_end(&record);
}
