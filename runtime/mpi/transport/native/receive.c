#include <string.h>

#include "mpi/transport/native/native.h"

/* From so many unexpected messages on, senders are asked to keep small messages too, until half
 * of them are gone: a sender then has at most one message here that nobody asked for, or as many
 * as it has nonblocking sends under way. */
#define UNEXPECTED_LIMIT 256

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
    memcpy(&offer, line + OC_BODY_WORDS - (sizeof offer + 3) / 4, sizeof offer);
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

void oc_transport_progress(void) {
    oc_native_fetched();
    for (;;) {
        const uint32_t *line = oc_native_block->slot[served % OC_SLOTS];
        if ((hal_observe(&line[OC_WORD_LAST]) & 0xff) != oc_inbox_lap(served))
            break;
        bool taken = take(line);
        if (taken)
            serve();
        bool crowded = !taken || oc_unexpected_messages >= UNEXPECTED_LIMIT;
        if (crowded && !congested)
            set_congested(true);
        if (!taken)
            break;
    }
    if (congested && oc_unexpected_messages < UNEXPECTED_LIMIT / 2)
        set_congested(false);
}
