#include "mpi/transport/native/copy.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/transport/native/native.h"

struct oc_copy *oc_native_copies;

bool oc_native_offer_copy(struct oc_offer *offer, struct oc_request *send) {
    bool is_word_only = hal_is_cached(&send->pending) && (offer->data || !send->bytes);
    struct oc_copy *copy = malloc(sizeof *copy + (is_word_only ? 0 : send->bytes));
    if (!copy) {
        send->error = MPI_ERR_NO_MEM;
        send->pending = 0;
        return false;
    }
    if (!is_word_only)
        memcpy(copy->data, send->buffer, send->bytes);
    copy->send = send;
    copy->pending = 1;
    copy->next = oc_native_copies;
    oc_native_copies = copy;
    offer->pending = hal_global((const void *)&copy->pending);
    if (!is_word_only)
        offer->data =
            offer->pending + (offsetof(struct oc_copy, data) - offsetof(struct oc_copy, pending));
    return true;
}

bool oc_transport_is_of(const struct oc_request *send, const void *body) {
    const struct oc_offer *offer = body;
    const struct oc_copy *copy = oc_native_copies;
    while (copy && copy->send != send)
        copy = copy->next;
    return offer->pending == hal_global((const void *)(copy ? &copy->pending : &send->pending));
}

void oc_native_watch(struct oc_copy *marker) {
    marker->next = oc_native_copies;
    oc_native_copies = marker;
}

void oc_native_unwatch(const struct oc_copy *marker) {
    struct oc_copy **at = &oc_native_copies;
    while (*at != marker)
        at = &(*at)->next;
    *at = marker->next;
}

bool oc_native_end_copies(void) {
    bool completed = false;
    for (struct oc_copy **at = &oc_native_copies; *at;) {
        struct oc_copy *copy = *at;
        if (hal_observe(&copy->pending)) {
            at = &copy->next;
        } else {
            *at = copy->next;
            copy->send->pending = 0;
            free(copy);
            completed = true;
        }
    }
    return completed;
}
