/* Offered messages, the receiver's side: fetched straight into the user's buffer. */
#include "mpi/transport/native/native.h"

static struct oc_request *fetching;

void oc_transport_fetch(struct oc_request *receive, const void *body, size_t bytes) {
    const struct oc_offer *offer = body;
    receive->release = offer->pending;
    receive->transfer = hal_get(receive->buffer, offer->data, bytes);
    receive->next = fetching;
    fetching = receive;
    oc_native_under_way++;
}

/* Tells the sender: the word, then the bell that makes it look. */
static void release(const struct oc_request *receive) {
    int world = oc_communicator_world_rank(receive->comm, receive->source);
    hal_store_anywhere(receive->release, 0);
    hal_store(hal_shared_of(world) + OC_SHARED(bell), 1);
}

void oc_native_fetched(void) {
    for (struct oc_request **at = &fetching; *at;) {
        struct oc_request *receive = *at;
        if (hal_done(receive->transfer)) {
            *at = receive->next;
            release(receive);
            receive->pending = 0;
            oc_native_under_way--;
        } else {
            at = &receive->next;
        }
    }
}
