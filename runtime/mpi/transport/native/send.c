#include <string.h>

#include "mpi/transport/native/native.h"

/* How long to sleep before looking at a full inbox again, in cycles, for each message that is
 * before ours; about what a receiver needs for one. */
#define CYCLES_PER_MESSAGE 64
#define LONGEST_SLEEP 8192

/* A ticket, and the inbox's word as it was when the ticket's slot was found to be free. */
struct turn {
    uint32_t ticket;
    uint32_t word;
};

static uint32_t before(struct turn turn) {
    return (turn.ticket - oc_inbox_served(turn.word)) & (OC_TICKETS - 1);
}

/* When to look again. A receiver that has ended serves nobody: then there is nothing to look for,
 * and whoever sees this process asleep without a deadline can tell why. */
static uint64_t look_again(struct turn turn, int world) {
    uint64_t cycles = (uint64_t)(before(turn) - OC_SLOTS + 1) * CYCLES_PER_MESSAGE;
    if (hal_has_ended(world))
        return HAL_NEVER;
    return hal_cycles() + (cycles < LONGEST_SLEEP ? cycles : LONGEST_SLEEP);
}

__attribute__((noinline)) static uint32_t wait_for_turn(struct turn turn, hal_address inbox,
                                                        const struct oc_request *send) {
    int world = oc_communicator_world_rank(send->comm, send->peer);
    do {
        oc_transport_arm();
        oc_transport_progress();
        oc_sleep(look_again(turn, world), send);
        oc_transport_progress();
        turn.word = hal_load(inbox);
    } while (before(turn) >= OC_SLOTS);
    return turn.word;
}

static inline struct turn take_turn(hal_address block, const struct oc_request *send) {
    hal_address inbox = block + OC_SHARED(inbox);
    uint32_t word = hal_fetch_add(inbox, OC_TICKET);
    struct turn turn = {oc_inbox_taken(word), word};
    if (before(turn) >= OC_SLOTS)
        turn.word = wait_for_turn(turn, inbox, send);
    return turn;
}

/* Sends a body that ends where the header begins; `length` as in the header. */
static void put(hal_address block, uint32_t ticket, const struct oc_request *send, uint32_t *line,
                uint32_t words, uint32_t length) {
    line[OC_WORD_CONTEXT] = send->context;
    line[OC_WORD_TAG] = (uint32_t)send->tag;
    line[OC_WORD_LAST] = (uint32_t)send->comm->rank << 16 | length << 8 | oc_inbox_lap(ticket);
    oc_native_put(block + OC_SHARED(slot) + ticket % OC_SLOTS * HAL_LINE_BYTES, line,
                  words + OC_HEADER_WORDS);
}

static void put_offer(hal_address block, uint32_t ticket, const struct oc_request *send,
                      const struct oc_offer *offer) {
    uint32_t line[OC_LINE_WORDS];
    memcpy(line + OC_BODY_WORDS - OC_OFFER_WORDS, offer, sizeof *offer);
    put(block, ticket, send, line, OC_OFFER_WORDS, OC_OFFER);
}

/* Whatever may have to wait for others comes before the turn. */
__attribute__((noinline)) static void send_offer(hal_address block, struct oc_request *send,
                                                 bool to_self) {
    struct oc_offer offer;
    if (oc_native_offer(&offer, send, to_self, oc_native_reserve_waiting(send))) {
        put_offer(block, take_turn(block, send).ticket, send, &offer);
    } else {
        send->error = MPI_ERR_NO_MEM;
        send->pending = 0;
    }
}

/* The receiver has no room for what nobody asks for: a small message is offered too, if that is
 * possible without waiting for others. */
__attribute__((noinline)) static bool offer_to_congested(hal_address block, uint32_t ticket,
                                                         struct oc_request *send) {
    struct oc_offer offer;
    volatile uint32_t *reserved = oc_native_reserve();
    if (!reserved || !oc_native_offer(&offer, send, false, reserved))
        return false;
    put_offer(block, ticket, send, &offer);
    return true;
}

void oc_transport_send(struct oc_request *send) {
    int world = oc_communicator_world_rank(send->comm, send->peer);
    hal_address block = hal_shared_of(world);
    bool to_self = world == oc_comm_world.rank;
    if (send->bytes > OC_EAGER_BYTES) {
        send_offer(block, send, to_self);
        return;
    }
    struct turn turn = take_turn(block, send);
    if (turn.word & OC_CONGESTED && !to_self && offer_to_congested(block, turn.ticket, send))
        return;
    uint32_t line[OC_LINE_WORDS];
    uint32_t bytes = (uint32_t)send->bytes, words = (bytes + 3) / 4;
    memcpy(line + OC_BODY_WORDS - words, send->buffer, bytes);
    put(block, turn.ticket, send, line, words, bytes);
    send->pending = 0;
}
