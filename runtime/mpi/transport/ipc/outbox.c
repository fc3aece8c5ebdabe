/* The outgoing mailbox. It sends one message at a time. Replies are sent before waiting sends. */
#include "hal/store.h"
#include "mpi/core/copy.h"
#include "mpi/transport/ipc/ipc.h"

int oc_ipc_replies;

static struct reply {
    struct oc_ipc_address to;
    struct oc_ipc_message message;
} replies[OC_IPC_REPLIES]; /* oldest first */

static bool is_writing;
static struct oc_request_queue waiting;
static struct oc_request *requested; /* latest first */
static uint32_t requests;
static struct oc_request *in_slot[OC_IPC_SLOTS];
/* The numbers of all slots: first the `slots_used` slots in use, then the free ones. */
static uint8_t slots[OC_IPC_SLOTS];
static int slots_used;

/* ---- Buffer slots ---------------------------------------------------------------------------- */

void oc_ipc_slots_start(void) {
    for (int i = 0; i < OC_IPC_SLOTS; i++)
        slots[i] = (uint8_t)i;
}

/* Fills a free slot with the address of a send's data; returns the slot's number. */
static uint32_t fill_slot(struct oc_request *send) {
    int number = slots[slots_used++];
    struct oc_ipc_slot *slot = &oc_ipc_block()->slot[number];
    slot->address = hal_global(send->buffer);
    slot->is_lent = send->bytes >= OC_IPC_LENT && hal_lend(send->buffer, send->bytes);
    slot->is_read = 0;
    in_slot[number] = send;
    return (uint32_t)number;
}

static void empty_slot(int index) {
    uint8_t number = slots[index];
    struct oc_request *send = in_slot[number];
    if (oc_ipc_block()->slot[number].is_lent)
        hal_take_back(send->buffer, send->bytes);
    send->pending = 0;
    slots[index] = slots[--slots_used];
    slots[slots_used] = number;
}

/* ---- Requests -------------------------------------------------------------------------------- */

static uint32_t number(struct oc_request *send) {
    send->next = requested;
    requested = send;
    return send->sender = ++requests;
}

struct oc_request *oc_ipc_take_requested(uint32_t number) {
    struct oc_request **at = &requested, *send;
    while ((send = *at)->sender != number)
        at = &send->next;
    *at = send->next;
    return send;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write(struct oc_ipc_address to, size_t bytes) {
    struct oc_ipc_block *block = oc_ipc_block();
    block->written.state = 0;
    is_writing = true;
    oc_kernel_begin(oc_ipc.mailbox_out, &(struct oc_kernel_begin){.kind = CALL_START,
                                                                  .node = to.node,
                                                                  .port = to.port,
                                                                  .buffer = block->out,
                                                                  .bytes = bytes,
                                                                  .notice = &block->written});
}

static void write_reply(void) {
    struct reply reply = replies[0];
    memmove(replies, replies + 1, (size_t)--oc_ipc_replies * sizeof *replies);
    memcpy(oc_ipc_block()->out, &reply.message, OC_IPC_HEADER);
    write(reply.to, OC_IPC_HEADER);
}

void oc_ipc_fill(struct oc_ipc_message *message, enum oc_ipc_kind kind, struct oc_request *send) {
    *message = (struct oc_ipc_message){
        .kind = (uint16_t)kind,
        .from = oc_ipc.address,
        .portal = oc_ipc.portal,
        .sender = oc_sender(send->context, send->comm->rank),
        .tag = send->tag,
        .bytes = (uint32_t)send->bytes,
    };
    if (kind == OC_IPC_DIRECT)
        oc_copy(message->data, send->buffer, send->bytes);
    else if (kind != OC_IPC_SLOT)
        message->number = number(send);
}

/* Writes the next waiting send. If no slot is free, the data go through a portal, as data to
 * another cluster do. If the send waited for a slot, it would delay the messages behind it, for
 * which other processes may be waiting. */
static void write_send(struct oc_request *send) {
    struct oc_ipc_message *message = (struct oc_ipc_message *)oc_ipc_block()->out;
    struct oc_ipc_peer *peer = oc_ipc_peer(oc_communicator_world_rank(send->comm, send->peer));
    enum oc_ipc_kind kind = oc_ipc_choose(peer, send);
    if (kind == OC_IPC_SLOT && send->bytes && !hal_global(send->buffer))
        kind = OC_IPC_REQUEST; /* other processes cannot read constants */
    if (kind == OC_IPC_SLOT && slots_used == OC_IPC_SLOTS)
        kind = OC_IPC_REQUEST;
    oc_request_queue_pop(&waiting);
    oc_ipc_fill(message, kind, send);
    size_t bytes = OC_IPC_HEADER;
    if (kind == OC_IPC_DIRECT) {
        bytes += send->bytes;
        send->pending = 0;
    } else if (kind == OC_IPC_SLOT) {
        message->number = fill_slot(send);
    }
    write(peer->address, bytes);
}

static bool is_written(void) {
    return hal_observe(&oc_ipc_block()->written.state);
}

static bool write_next(void) {
    if (is_writing && !is_written())
        return false;
    is_writing = false;
    if (oc_ipc_replies)
        write_reply();
    else if (waiting.first)
        write_send(waiting.first);
    else
        return false;
    return true;
}

/* ---- Interface ------------------------------------------------------------------------------- */

void oc_ipc_post_send(struct oc_request *send) {
    oc_request_queue_append(&waiting, send);
    write_next();
}

void oc_ipc_post_reply(struct oc_ipc_address to, enum oc_ipc_kind kind, uint32_t number,
                       size_t bytes) {
    replies[oc_ipc_replies++] = (struct reply){
        to,
        {.kind = (uint16_t)kind,
         .from = oc_ipc.address,
         .number = number,
         .bytes = (uint32_t)bytes},
    };
    write_next();
}

bool oc_ipc_outbox_progress(void) {
    if (!is_writing || !is_written())
        return false;
    is_writing = false;
    write_next();
    return true;
}

bool oc_ipc_slots_progress(void) {
    bool any = false;
    for (int index = slots_used; index-- > 0;) {
        if (!hal_observe(&oc_ipc_block()->slot[slots[index]].is_read))
            continue;
        empty_slot(index);
        any = true;
    }
    return any && (write_next(), true);
}
