#include <string.h>

#include "mpi/transport/native/native.h"

/* From so many unexpected messages on, senders are asked to keep small messages too, until half
 * of them are gone: a sender then has at most one message here that nobody asked for, or as many
 * as it has nonblocking sends under way. */
#define UNEXPECTED_LIMIT 1024

struct oc_shared_block *oc_native_block;
static uint32_t served; /* tickets */
static bool congested;

void oc_transport_start(void) {
    oc_native_block = oc_shared_block();
}

void oc_transport_arm(void) {
    hal_arm(oc_native_block, sizeof *oc_native_block);
}

void oc_transport_deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                          const void *body, size_t bytes) {
    if (envelope->offered) {
        oc_native_fetch(receive, body, bytes);
    } else {
        memcpy(receive->buffer, body, bytes);
        receive->pending = 0;
    }
}

/* Reports the message in a slot. False: it has to stay. */
static bool take(const uint32_t *line) {
    uint32_t last = line[OC_WORD_LAST];
    uint32_t bytes = last >> 8 & 0xff;
    struct oc_envelope envelope = {
        .context = line[OC_WORD_CONTEXT],
        .source = (int)(last >> 16),
        .tag = (int)line[OC_WORD_TAG],
        .bytes = bytes,
        .offered = bytes == OC_OFFER,
    };
    if (!envelope.offered)
        return oc_arrive(&envelope, line + OC_BODY_WORDS - (bytes + 3) / 4, bytes);
    struct oc_offer offer;
    memcpy(&offer, line + OC_BODY_WORDS - OC_OFFER_WORDS, sizeof offer);
    envelope.bytes = offer.bytes;
    return oc_arrive(&envelope, &offer, sizeof offer);
}

/* Serves a ticket. The count of 15 bits starts anew by itself, without a carry to its neighbour. */
static void serve(void) {
    uint32_t step = OC_SERVED;
    if (++served == OC_TICKETS) {
        served = 0;
        step -= OC_TICKETS << 1;
    }
    hal_fetch_add(hal_global(&oc_native_block->inbox), step);
}

static void set_congested(bool now) {
    congested = now;
    hal_fetch_add(hal_global(&oc_native_block->inbox), now ? OC_CONGESTED : -OC_CONGESTED);
}

static const uint32_t *next_line(void) {
    return oc_native_block->slot[served % OC_SLOTS];
}

static inline bool has_arrived(void) {
    return (hal_observe(&next_line()[OC_WORD_LAST]) & 0xff) == oc_inbox_lap(served);
}

__attribute__((noinline)) static void take_all(void) {
    do {
        bool taken = take(next_line());
        if (taken)
            serve();
        if ((!taken || oc_unexpected_messages >= UNEXPECTED_LIMIT) && !congested)
            set_congested(true);
        if (!taken)
            return;
    } while (has_arrived());
}

void oc_transport_progress(void) {
    if (oc_native_fetching)
        oc_native_fetched();
    if (has_arrived())
        take_all();
    if (congested && oc_unexpected_messages < UNEXPECTED_LIMIT / 2)
        set_congested(false);
}
