#include <string.h>

#include "mpi/transport/native/native.h"

/* How long to sleep before looking at a full inbox again, in cycles, for each message that is
 * before ours; about what a receiver needs for one. */
#define CYCLES_PER_MESSAGE 64
#define LONGEST_SLEEP 8192

/* Waits until the slot of `ticket` is ours; gives the inbox's word as it was then. */
static uint32_t wait_for_slot(hal_address inbox, uint32_t ticket, uint32_t word,
                              const struct oc_request *send) {
    uint32_t before;
    while ((before = (ticket - oc_inbox_served(word)) & (OC_TICKETS - 1)) >= OC_SLOTS) {
        uint64_t cycles = (uint64_t)(before - OC_SLOTS + 1) * CYCLES_PER_MESSAGE;
        oc_transport_arm();
        oc_transport_progress();
        oc_sleep(hal_cycles() + (cycles < LONGEST_SLEEP ? cycles : LONGEST_SLEEP), send);
        oc_transport_progress();
        word = hal_load(inbox);
    }
    return word;
}

void oc_transport_send(struct oc_request *send) {
    int world = oc_communicator_world_rank(send->comm, send->peer);
    hal_address block = hal_shared_of(world);
    bool to_self = world == oc_comm_world.rank;
    bool offered = send->bytes > OC_EAGER_BYTES;
    struct oc_offer offer;

    /* Whatever may have to wait for others comes before the ticket. */
    if (offered && !oc_native_offer(&offer, send, to_self, oc_native_reserve_waiting(send))) {
        send->error = MPI_ERR_NO_MEM;
        send->pending = 0;
        return;
    }
    hal_address inbox = block + OC_SHARED(inbox);
    uint32_t word = hal_fetch_add(inbox, OC_TICKET);
    uint32_t ticket = oc_inbox_taken(word);
    word = wait_for_slot(inbox, ticket, word, send);
    if (word & OC_CONGESTED && !offered && !to_self) {
        volatile uint32_t *reserved = oc_native_reserve();
        offered = reserved && oc_native_offer(&offer, send, false, reserved);
    }

    const void *body = offered ? &offer : send->buffer;
    size_t bytes = offered ? sizeof offer : send->bytes;
    uint32_t words = (uint32_t)(bytes + 3) / 4;
    uint32_t line[OC_LINE_WORDS];
    memcpy(line + OC_BODY_WORDS - words, body, bytes);
    line[OC_WORD_CONTEXT] = send->context;
    line[OC_WORD_TAG] = (uint32_t)send->tag;
    line[OC_WORD_LAST] = (uint32_t)send->comm->rank << 16 |
                         (offered ? OC_OFFER : (uint32_t)bytes) << 8 | oc_inbox_lap(ticket);
    oc_native_put(block + OC_SHARED(slot) + ticket % OC_SLOTS * HAL_LINE_BYTES, line,
                  words + OC_HEADER_WORDS);
    if (!offered)
        send->pending = 0;
}
