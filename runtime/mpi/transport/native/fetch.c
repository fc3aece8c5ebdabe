/* The receiver's side of offered messages. Their data are fetched directly into the user's buffer,
 * in the order in which the messages matched, two at a time. With one at a time, the link would be
 * idle between two messages; more than two would share the link and all end late. A receive that
 * waits alone when its offer comes fetches by itself (receive.c). */
#include "mpi/transport/native/copy.h"
#include "mpi/transport/native/native.h"

/* Receives whose data are offered. The data of the first two are being fetched. */
struct oc_request *oc_native_fetching;
static struct oc_request **end = &oc_native_fetching;

static void start(struct oc_request *receive) {
    size_t bytes = receive->received < receive->bytes ? receive->received : receive->bytes;
    receive->transfer = hal_get(receive->buffer, receive->from, bytes);
}

void oc_transport_fetch(struct oc_request *receive, const void *body) {
    const struct oc_offer *offer = body;
    receive->from = offer->data;
    if (!oc_native_fetching || !oc_native_fetching->next)
        start(receive);
    receive->release = offer->pending;
    receive->next = NULL;
    *end = receive;
    end = &receive->next;
}

/* Not inlined into oc_native_release(), because the program would then contain it twice. */
__attribute__((noinline)) void oc_native_release_in(hal_address block, hal_address pending) {
    hal_store_anywhere(pending, 0);
    hal_store(block + OC_SHARED(doorbell), 1);
}

void oc_native_release(const struct oc_request *receive) {
    int world = oc_communicator_world_rank(receive->comm, receive->source);
    oc_native_release_in(hal_shared_of(world), receive->release);
}

void oc_native_fetch_awaited(const struct oc_request *receive, hal_transfer transfer) {
    while (!hal_done(transfer))
        if (!oc_transport_progress())
            oc_sleep(HAL_NEVER, receive);
}

static void complete(struct oc_request **at) {
    struct oc_request *receive = *at;
    if (!(*at = receive->next))
        end = at;
    if (oc_native_fetching && oc_native_fetching->next)
        start(oc_native_fetching->next);
    oc_native_release(receive);
    receive->pending = 0;
}

bool oc_native_complete_ordinary(void) {
    struct oc_request **at = &oc_native_fetching;
    for (int i = 0; i < 2 && *at; i++, at = &(*at)->next)
        if (hal_done((*at)->transfer)) {
            complete(at);
            return true;
        }
    return oc_native_copies && oc_native_copied();
}

bool oc_native_copied_alone(void) {
    return (oc_annotated_complete && oc_annotated_complete()) || oc_native_end_copies();
}

OC_DEFAULT_IS(oc_native_copied_alone) bool oc_native_copied(void);
