/* Large messages, the receiver's side: fetched straight into the user's buffer. */
#include "mpi/transport/native/native.h"

struct oc_request *oc_native_fetching;

void oc_native_fetch(struct oc_request *receive, const struct oc_offer *offer, size_t bytes) {
    receive->release = offer->release;
    receive->transfer = hal_get(receive->buffer, offer->data, bytes);
    receive->next = oc_native_fetching;
    oc_native_fetching = receive;
}

void oc_native_fetched(void) {
    for (struct oc_request **at = &oc_native_fetching; *at;) {
        struct oc_request *receive = *at;
        if (hal_done(receive->transfer)) {
            *at = receive->next;
            hal_store(receive->release, 0);
            receive->pending = 0;
        } else {
            at = &receive->next;
        }
    }
}
