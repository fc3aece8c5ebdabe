/* Large messages, the sender's side: offered, until the receiver has fetched them. */
#include <stdlib.h>
#include <string.h>

#include "mpi/transport/native/native.h"

/* A copy of a message whose sender has gone on. */
struct copy {
    struct copy *next;
    volatile uint32_t *reserved;
    uint64_t data[];
};

static struct copy *copies;
static uint32_t next;

/* A copy whose word is in use again already is freed at a later occasion. */
static void free_fetched_copies(void) {
    for (struct copy **at = &copies; *at;) {
        struct copy *copy = *at;
        if (*copy->reserved) {
            at = &copy->next;
        } else {
            *at = copy->next;
            free(copy);
        }
    }
}

volatile uint32_t *oc_native_reserve(void) {
    for (uint32_t i = 0; i < OC_OFFERS; i++) {
        volatile uint32_t *word = &oc_native_block->offered[next];
        next = (next + 1) % OC_OFFERS;
        if (!*word)
            return word;
    }
    return NULL;
}

volatile uint32_t *oc_native_reserve_waiting(const struct oc_request *send) {
    volatile uint32_t *reserved;
    while (!(reserved = oc_native_reserve()))
        oc_await(&oc_native_block->offered[next], 1, send);
    return reserved;
}

bool oc_native_offer(struct oc_offer *offer, struct oc_request *send, bool to_self,
                     volatile uint32_t *reserved) {
    offer->data = hal_global(send->buffer);
    offer->release = hal_global((const void *)reserved);
    offer->bytes = send->bytes;
    if (to_self || !offer->data) {
        free_fetched_copies();
        struct copy *copy = malloc(sizeof *copy + send->bytes);
        if (!copy)
            return false;
        memcpy(copy->data, send->buffer, send->bytes);
        copy->reserved = reserved;
        copy->next = copies;
        copies = copy;
        offer->data = hal_global(copy->data);
        send->pending = 0;
    } else {
        send->flag = reserved;
    }
    *reserved = 1;
    return true;
}
