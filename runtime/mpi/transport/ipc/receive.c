/* How a process receives messages. It matches or keeps requests to send, and receives the data of
 * one message at a time. */
#include <stdlib.h>

#include "hal/store.h"
#include "mpi/core/arrive.h"
#include "mpi/transport/ipc/ipc.h"

/* The part of a request to send that is kept until the request is matched with a receive. */
struct offer {
    uint16_t kind;
    struct oc_ipc_address from;
    uint32_t number;
    int32_t portal;
};

static struct oc_request_queue granted;  /* receives that wait for their turn to use the portal */
static struct oc_request_queue in_slots; /* receives whose data are in a sender's slot */
/* The number of checks for events left before the process copies the data of a slot. A process
 * should announce its own data before it copies those of others. Therefore, if a message has come
 * before its receive, its data are copied only after POSTPONED checks. */
static int postponed;
static bool is_arriving; /* oc_arrive() is handing over a message that has just arrived */
/* The receive that uses the portal, and whether the reply that tells its sender that data begin to
 * move has been queued. */
static struct oc_request *receiving;
static bool is_acknowledged;

bool oc_ipc_is_held;
static uint16_t arriving; /* port of the sender of the message that is being handled */

/* ---- Data ------------------------------------------------------------------------------------ */

static size_t wanted(const struct oc_request *receive) {
    return receive->received < receive->bytes ? receive->received : receive->bytes;
}

/* Stores the part of the offer that a waiting receive needs. */
static void note(struct oc_request *receive, const struct offer *offer) {
    receive->release = (hal_address)((uint32_t)offer->from.node << 16 | offer->from.port);
    receive->sender = offer->number;
    receive->from = (hal_address)(uint32_t)offer->portal;
}

static struct oc_ipc_address sender_of(const struct oc_request *receive) {
    uint32_t word = (uint32_t)receive->release;
    return (struct oc_ipc_address){(uint16_t)(word >> 16), (uint16_t)word};
}

static void allow(struct oc_request *receive) {
    struct oc_ipc_block *block = oc_ipc_block();
    struct oc_ipc_address from = sender_of(receive);
    block->received.state = 0;
    is_acknowledged = false;
    struct oc_kernel_begin call = {.kind = CALL_ALLOW,
                                   .node = from.node,
                                   .port = (int)receive->from,
                                   .notice = &block->received};
    oc_kernel_begin(oc_ipc.portal_in, &call);
    call.kind = CALL_START;
    call.buffer = receive->buffer;
    call.bytes = wanted(receive);
    oc_kernel_begin(oc_ipc.portal_in, &call);
}

/* Each receive needs room for two replies, a confirmation and an acknowledgement. */
static void receive_next(void) {
    while (!receiving && granted.first && oc_ipc_replies + 2 <= OC_IPC_REPLIES) {
        struct oc_request *receive = oc_request_queue_pop(&granted);
        size_t bytes = wanted(receive);
        oc_ipc_post_reply(sender_of(receive), OC_IPC_CONFIRM, receive->sender, bytes);
        if (bytes) {
            receiving = receive;
            allow(receive);
        } else {
            receive->pending = 0;
        }
    }
}

/* Copies from the sender's buffer into that of the receive. */
static void copy(struct oc_request *receive) {
    hal_address slot = hal_shared_of(oc_ipc_port(sender_of(receive).port)) + OC_SHARED(slot) +
                       offsetof(struct oc_ipc_block, slot) +
                       receive->sender * sizeof(struct oc_ipc_slot);
    size_t bytes = wanted(receive);
    uint32_t word[2];
    hal_load_two(word, slot + offsetof(struct oc_ipc_slot, address));
    hal_address from = (hal_address)((uint64_t)word[1] << 32 | word[0]);
    if (bytes && hal_load(slot + offsetof(struct oc_ipc_slot, is_lent)))
        hal_copy_lent(receive->buffer, from, bytes);
    else if (bytes)
        hal_finish(hal_get(receive->buffer, from, bytes));
    hal_store(slot + offsetof(struct oc_ipc_slot, is_read), 1);
    receive->pending = 0;
}

/* A new receive makes this many checks for events before it waits: two in oc_receive_start() and
 * two more in MPI_Irecv(). A process that has nothing to send would then sleep, but is woken at
 * once to make the copy. */
#define POSTPONED 4

bool oc_ipc_copies_progress(void) {
    if (!in_slots.first)
        return false;
    if (postponed) {
        postponed--;
        hal_wake_by(0);
        return false;
    }
    hal_wake_by(HAL_NEVER);
    copy(oc_request_queue_pop(&in_slots));
    return true;
}

static void copy_own(struct oc_request *receive, const struct offer *offer) {
    struct oc_request *send = oc_ipc_take_requested(offer->number);
    memcpy(receive->buffer, send->buffer, wanted(receive));
    send->pending = 0;
    receive->pending = 0;
}

bool oc_transport_is_of(const struct oc_request *send, const void *body) {
    return ((const struct offer *)body)->number == send->sender;
}

void oc_transport_fetch(struct oc_request *receive, const void *body) {
    const struct offer *offer = body;
    if (offer->kind == OC_IPC_SELF) {
        copy_own(receive, offer);
        return;
    }
    note(receive, offer);
    if (offer->kind == OC_IPC_SLOT) {
        if (!is_arriving && wanted(receive) >= OC_IPC_LENT)
            postponed = POSTPONED;
        oc_request_queue_append(&in_slots, receive);
        return;
    }
    oc_request_queue_append(&granted, receive);
    receive_next();
}

/* Handles the progress of the receive that uses the portal. The kernel may note the end of its
 * operation before this process has seen the beginning. */
bool oc_ipc_receives_progress(void) {
    uint32_t state = receiving ? hal_observe(&oc_ipc_block()->received.state) : 0;
    bool any = state && !is_acknowledged;
    if (any) {
        is_acknowledged = true;
        oc_ipc_post_reply(sender_of(receiving), OC_IPC_STARTED, receiving->sender, 0);
    }
    if (state == NOTICE_COMPLETE) {
        receiving->pending = 0;
        receiving = NULL;
        any = true;
    }
    bool was_receiving = receiving;
    receive_next();
    return any || (receiving && !was_receiving);
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* The number of messages for which memory is reserved, in case they arrive when the heap is full. A
 * mailbox returns messages in order, so a message that cannot be kept would hide the messages
 * behind it, for which the process may be waiting. */
#define RESERVED 16
#define RESERVED_BYTES (sizeof(struct oc_arrival) + OC_IPC_DATA)
_Static_assert(sizeof(struct offer) <= OC_IPC_DATA, "a reserved block holds any message");

static void *reserved[RESERVED];
static int reserves;

void oc_ipc_reserve(void) {
    while (reserves < RESERVED && (reserved[reserves] = malloc(RESERVED_BYTES)))
        reserves++;
}

static bool arrive(const struct oc_ipc_message *message) {
    struct oc_envelope envelope = {message->sender, message->tag, message->bytes,
                                   message->kind != OC_IPC_DIRECT};
    struct oc_request **at, *receive = oc_posted_find(message->sender, message->tag, &at);
    arriving = message->from.port;
    if (!envelope.offered)
        return oc_arrive(receive, at, &envelope, message->data, message->bytes);
    struct offer offer = {message->kind, message->from, message->number, message->portal};
    is_arriving = true;
    bool is_kept = oc_arrive(receive, at, &envelope, &offer, sizeof offer);
    is_arriving = false;
    return is_kept;
}

bool oc_ipc_arrive(const struct oc_ipc_message *message) {
    if (reserves < RESERVED)
        oc_ipc_reserve();
    if (arrive(message))
        return true;
    if (!reserves)
        return false;
    free(reserved[--reserves]);
    return arrive(message);
}

/* Asks the sender of the message that is being handled to send no more direct messages. If the
 * queue of replies is full, does nothing: when the sender's next message arrives, this function is
 * called again. The sender of a held message has been asked already. */
void oc_transport_hold_back(uint32_t sender) {
    (void)sender;
    if (!oc_ipc_is_held && oc_ipc_replies < OC_IPC_REPLIES)
        oc_ipc_post_reply(oc_ipc_peer(oc_ipc_port(arriving))->address, OC_IPC_HOLD, 0, 0);
}
