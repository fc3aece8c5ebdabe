/* The unexpected-message queue: messages for which no receive is posted yet. */
#include <stdlib.h>
#include <string.h>

#include "mpi/core/match.h"
#include "mpi/transport/transport.h"

struct oc_arrival *oc_unexpected;
struct oc_arrival **oc_unexpected_end = &oc_unexpected;
uint32_t oc_unexpected_messages;

/* The number of unexpected messages, and the memory left on the heap in bytes, at which this
 * process asks senders to send no more data, only offers, which are short. The memory left must
 * suffice for a full inbox, for what about 60 other processes send before they see this, and for
 * their offers after that. */
#define UNEXPECTED_LIMIT 1024
#define UNEXPECTED_BYTES (12 * 1024)

static bool is_scarce(void) {
    return oc_unexpected_messages >= UNEXPECTED_LIMIT || hal_heap_left() < UNEXPECTED_BYTES;
}

bool oc_unexpected_keep(const struct oc_envelope *envelope, const void *body, size_t body_bytes) {
    if (!envelope->offered && is_scarce())
        oc_transport_hold_back(envelope->sender);
    struct oc_arrival *arrival = malloc(sizeof *arrival + body_bytes);
    if (!arrival)
        return false;
    arrival->next = NULL;
    arrival->envelope = *envelope;
    memcpy(arrival->body, body, body_bytes);
    *oc_unexpected_end = arrival;
    oc_unexpected_end = &arrival->next;
    oc_unexpected_messages++;
    return true;
}
