/* The published transport over the kernel (LW 5.7): five messages, of which four go through
 * mailboxes and the data through a portal.
 *
 *   sender                          receiver
 *      ── request to send ──────────►  is matched, or kept for later
 *      ◄────────────── confirm ──────  how many bytes, and whose portal
 *      ◄──────────────── allow ──────  (of the portal)
 *      ── data ─────────────────────►
 *      ◄── started to receive ───────  when the data begin to move, as in the text of 5.7.3
 *
 * A message without data is complete with its confirmation. A process receives one message at a
 * time; others wait in a queue. It finds the others by their names, which it asks for once.
 *
 * Inside a cluster there is the published short cut (5.7.4): the sender writes into a *buffer slot*
 * where its data lie, and the slot's number into its request; the receiver copies the data, and
 * marks the slot as read. And a few bytes may go in a mailbox message, without more. choice/ has
 * which of these ways a transport takes.
 *
 * Every operation of the kernel is begun without waiting for it. Its end is noted in the shared
 * block (kernel/record.h), which wakes the process.
 */
#ifndef MPI_TRANSPORT_IPC_IPC_H
#define MPI_TRANSPORT_IPC_IPC_H

#include "kernel/call/call.h"
#include "mpi/core/request_queue.h"
#include "mpi/transport/transport.h"

/* ---- Messages -------------------------------------------------------------------------------- */

/* Address of a process: its cluster, and the port of both its mailbox and its portal. */
struct oc_ipc_address {
    uint16_t node;
    uint16_t port;
};

/* Ports are the last ones, from that of rank 0 downwards. */
static inline int oc_ipc_port(int place) {
    return KPORT_LIMIT - 1 - place;
}

enum oc_ipc_kind {
    OC_IPC_REQUEST, /* request to send; `portal`: the number of the sender's portal */
    OC_IPC_SLOT,    /* request to send, with the data in buffer slot `number` */
    OC_IPC_DIRECT,  /* a message with its data */
    OC_IPC_SELF,    /* request `number`, to the own process: in no mailbox */
    OC_IPC_CONFIRM, /* of request `number`, `bytes` are wanted */
    OC_IPC_STARTED,
    OC_IPC_HOLD, /* the sender of this has no memory for more direct messages */
};

struct oc_ipc_message {
    uint16_t kind;
    struct oc_ipc_address from;
    uint16_t padding;
    uint32_t number; /* of the request, at its sender */
    int32_t portal;
    /* The envelope. */
    uint32_t sender;
    int32_t tag;
    uint32_t bytes;
    unsigned char data[]; /* of a direct message */
};

#define OC_IPC_HEADER sizeof(struct oc_ipc_message)
#define OC_IPC_DATA (KMAILBOX_MESSAGE_SIZE - OC_IPC_HEADER)

/* ---- What others write for a process --------------------------------------------------------- */

#define OC_IPC_SLOTS 16

/* Length in bytes from which on the receiver's core copies the data of a slot, as published.
 * Shorter messages come by its network interface, which the cluster shares, but for which no
 * process opens pages. */
#define OC_IPC_LENT 512

struct oc_ipc_slot {
    uint64_t address;
    uint32_t is_lent; /* the receiver's core can copy them */
    uint32_t is_read; /* by the receiver: the data are not needed any more */
};

/* In its shared block, where other transports have lines. */
struct oc_ipc_block {
    struct oc_kernel_notice arrived, written, received, sent; /* of the four objects below */
    uint32_t in[KMAILBOX_MESSAGE_SIZE / 4];
    uint32_t out[KMAILBOX_MESSAGE_SIZE / 4];
    struct oc_ipc_slot slot[OC_IPC_SLOTS];
};
_Static_assert(sizeof(struct oc_ipc_block) <= sizeof((struct oc_shared_block *)0)->slot,
               "the block has no room");

static inline struct oc_ipc_block *oc_ipc_block(void) {
    return (struct oc_ipc_block *)oc_transport_block->slot;
}

/* A process has one of each; a write says where it goes. */
struct oc_ipc_objects {
    int mailbox_in, mailbox_out, portal_in, portal_out;
    int32_t portal; /* the number of portal_out, which allows name */
    struct oc_ipc_address address;
};
extern struct oc_ipc_objects oc_ipc;

/* ---- Peers (peer.c) -------------------------------------------------------------------------- */

struct oc_ipc_peer {
    struct oc_ipc_address address;
    bool is_known;
    bool is_short; /* of memory: nothing direct until it has confirmed a request */
};

/* Links the name of this process, or ends the job. */
void oc_ipc_peers_start(void);
/* The peer at a place; the first call looks up its name. */
struct oc_ipc_peer *oc_ipc_peer(int place);

/* ---- The ways of a message (choice/) --------------------------------------------------------- */

/* OC_IPC_REQUEST, OC_IPC_SLOT or OC_IPC_DIRECT. */
enum oc_ipc_kind oc_ipc_choose(const struct oc_ipc_peer *peer, const struct oc_request *send);

/* A synchronous send, until its request is written. */
static inline int *oc_ipc_synchronous(struct oc_request *send) {
    return &send->annotation;
}

/* ---- What goes out (outbox.c) ---------------------------------------------------------------- */

#define OC_IPC_REPLIES 4 /* that wait at most */

extern int oc_ipc_replies; /* that do */

/* Sends wait for the mailbox in their order; replies come before them. */
void oc_ipc_post_send(struct oc_request *send);
void oc_ipc_post_reply(struct oc_ipc_address to, enum oc_ipc_kind kind, uint32_t number,
                       size_t bytes);
void oc_ipc_slots_start(void);
/* The mailbox has taken a message; false: it has not. */
bool oc_ipc_outbox_progress(void);
/* A slot has been read; false: none has. */
bool oc_ipc_slots_progress(void);
/* What the receiver is told of a send, which gets a number; one with a slot has that of the slot.
 */
void oc_ipc_fill(struct oc_ipc_message *message, enum oc_ipc_kind kind, struct oc_request *send);
/* The send with a number. */
struct oc_request *oc_ipc_take_requested(uint32_t number);

/* ---- The sender's and the receiver's side (send.c, receive.c) -------------------------------- */

void oc_ipc_confirmed(const struct oc_ipc_message *message);
void oc_ipc_started(const struct oc_ipc_message *message);
bool oc_ipc_sends_progress(void);

/* Reads the next message of others (progress.c). */
void oc_ipc_read_next(void);

/* A message, or a request; false: there is no memory to keep it. */
bool oc_ipc_arrive(const struct oc_ipc_message *message);
/* The message that was read last has to wait, since there was no memory. */
extern bool oc_ipc_is_held;
/* Ends the job if a message has been held too long without progress; called after a look for `any`
 * progress. */
void oc_ipc_held_progress(bool any);
/* Takes memory for messages that arrive when the heap is full. */
void oc_ipc_reserve(void);
bool oc_ipc_receives_progress(void);
/* Copies what is in a slot of a sender, after all that others wait for; false: there is nothing. */
bool oc_ipc_copies_progress(void);

#endif
