/* How a send continues when its receiver has confirmed it, and when the receiver has started to
 * receive. */
#include "mpi/transport/ipc/ipc.h"

/* Confirmed sends. They wait in `unmoved`, in order, for the portal. `moving` is the send that is
 * moving its data; `moved` is the list of those that have moved their data and wait until the
 * receiver has started to receive. */
static struct oc_request_queue unmoved;
static struct oc_request *moving, *moved;
static bool is_acknowledged; /* whether the receiver has acknowledged `moving` */

/* The number of bytes that the receiver wants, which the send keeps in `received`. */
static inline size_t *wanted_of(struct oc_request *send) {
    return &send->received;
}

static struct oc_ipc_peer *peer_of(const struct oc_request *send) {
    return oc_ipc_peer(oc_communicator_world_rank(send->comm, send->peer));
}

/* Sends a message to the process itself, without a mailbox. */
static void send_to_self(struct oc_request *send) {
    uint32_t room[KMAILBOX_MESSAGE_SIZE / 4];
    struct oc_ipc_message *message = (struct oc_ipc_message *)room;
    bool is_direct = oc_ipc_choose(peer_of(send), send) == OC_IPC_DIRECT;
    oc_ipc_fill(message, is_direct ? OC_IPC_DIRECT : OC_IPC_SELF, send);
    if (!oc_ipc_arrive(message)) {
        if (!is_direct)
            oc_ipc_take_requested(message->number);
        send->error = MPI_ERR_NO_MEM;
        is_direct = true;
    }
    if (is_direct)
        send->pending = 0;
}

const char oc_transport_queues;

void oc_transport_send_ordinary(struct oc_request *send, bool synchronous) {
    if ((uint64_t)send->bytes > INT32_MAX) { /* a portal cannot move more */
        send->error = MPI_ERR_COUNT;
        send->pending = 0;
        return;
    }
    *oc_ipc_synchronous(send) = synchronous;
    if (oc_communicator_world_rank(send->comm, send->peer) == hal_place())
        send_to_self(send);
    else
        oc_ipc_post_send(send);
}

static void move_next(void) {
    if (moving || !unmoved.first)
        return;
    struct oc_request *send = moving = oc_request_queue_pop(&unmoved);
    struct oc_ipc_address to = peer_of(send)->address;
    struct oc_ipc_block *block = oc_ipc_block();
    block->sent.state = 0;
    oc_kernel_begin(oc_ipc.portal_out, &(struct oc_kernel_begin){.kind = CALL_START,
                                                                 .node = to.node,
                                                                 .port = to.port,
                                                                 .buffer = send->buffer,
                                                                 .bytes = *wanted_of(send),
                                                                 .notice = &block->sent});
}

void oc_ipc_confirmed(const struct oc_ipc_message *message) {
    struct oc_request *send = oc_ipc_take_requested(message->number);
    peer_of(send)->is_short = false;
    if (!message->bytes) {
        send->pending = 0;
        return;
    }
    *wanted_of(send) = message->bytes;
    oc_request_queue_append(&unmoved, send);
    move_next();
}

void oc_ipc_started(const struct oc_ipc_message *message) {
    if (moving && moving->sender == message->number) {
        is_acknowledged = true;
        return;
    }
    struct oc_request **at = &moved, *send;
    while ((send = *at)->sender != message->number)
        at = &send->next;
    *at = send->next;
    send->pending = 0;
}

bool oc_ipc_sends_progress(void) {
    if (!moving || !hal_observe(&oc_ipc_block()->sent.state))
        return false;
    struct oc_request *send = moving;
    moving = NULL;
    if (is_acknowledged) {
        send->pending = 0;
    } else {
        send->next = moved;
        moved = send;
    }
    is_acknowledged = false;
    move_next();
    return true;
}
