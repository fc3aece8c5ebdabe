/* The published transport over the kernel (section 5.7 of LW, docs/papers.md). A message takes five
 * transfers. The data go through a portal, the other four through mailboxes.
 *
 *   sender                          receiver
 *      ── request to send ──────────►  is matched, or kept for later
 *      ◄────────────── confirm ──────  how many bytes the receiver wants
 *      ◄──────────────── allow ──────  the sender may write through the portal
 *      ── data ─────────────────────►
 *      ◄── started to receive ───────  when the data begin to move, as in the text of 5.7.3
 *
 * A message without data is complete with its confirmation. A process receives the data of one
 * message at a time; other messages wait in a queue. A process looks up each peer's name once.
 *
 * Inside a cluster, a message can take the published short cut (5.7.4): the sender writes the
 * address of its data into a *buffer slot*, and the slot's number into its request. The receiver
 * copies the data and marks the slot as read. A few bytes may also travel in a mailbox message
 * alone. The files in choice/ contain the rules by which a transport chooses among these ways.
 *
 * The transport starts every operation of the kernel without waiting for it. The kernel notes the
 * end of the operation in the shared block (kernel/record.h), and so wakes the process. */
#ifndef MPI_TRANSPORT_IPC_IPC_H
#define MPI_TRANSPORT_IPC_IPC_H

#include "kernel/call/call.h"
#include "mpi/core/request_queue.h"
#include "mpi/transport/transport.h"

/* ---- Messages -------------------------------------------------------------------------------- */

/* The address of a process: its cluster's node, and the port number that its mailbox and its portal
 * share. */
struct oc_ipc_address {
    uint16_t node;
    uint16_t port;
};

/* The process at place 0 uses the highest port, that at place 1 the next lower one, and so on. */
static inline int oc_ipc_port(int place) {
    return KPORT_LIMIT - 1 - place;
}

enum oc_ipc_kind {
    OC_IPC_REQUEST, /* request to send; `portal` is the number of the sender's portal */
    OC_IPC_SLOT,    /* request to send; buffer slot `number` has the address of the data */
    OC_IPC_DIRECT,  /* a message with its data */
    OC_IPC_SELF,    /* request `number` of the process to itself, which uses no mailbox */
    OC_IPC_CONFIRM, /* confirms request `number`; the receiver wants `bytes` bytes */
    OC_IPC_STARTED,
    OC_IPC_HOLD, /* the sender of this reply has no memory for more direct messages */
};

struct oc_ipc_message {
    uint16_t kind;
    struct oc_ipc_address from;
    uint16_t padding;
    uint32_t number; /* number of the request at its sender */
    int32_t portal;
    /* The envelope. */
    uint32_t sender;
    int32_t tag;
    uint32_t bytes;
    unsigned char data[]; /* data of a direct message */
};

#define OC_IPC_HEADER sizeof(struct oc_ipc_message)
#define OC_IPC_DATA (KMAILBOX_MESSAGE_SIZE - OC_IPC_HEADER)

/* ---- What other processes write for this one ------------------------------------------------- */

#define OC_IPC_SLOTS 16

/* The length in bytes from which the receiver's core copies the data of a slot itself, as in the
 * published transport. The sender must give the receiver access to the memory pages of such data.
 * The cluster's shared network interface fetches shorter data, for which access rights need not
 * change. */
#define OC_IPC_LENT 512

struct oc_ipc_slot {
    uint64_t address;
    uint32_t is_lent; /* the receiver's core may copy the data */
    uint32_t is_read; /* set by the receiver: it no longer needs the data */
};

/* Memory for messages that the kernel and other processes can reach. It takes the place of the
 * inbox lines that other transports have in the shared block. */
struct oc_ipc_block {
    struct oc_kernel_notice arrived, written, received, sent; /* notices of oc_ipc_objects */
    uint32_t in[KMAILBOX_MESSAGE_SIZE / 4];
    uint32_t out[KMAILBOX_MESSAGE_SIZE / 4];
    struct oc_ipc_slot slot[OC_IPC_SLOTS];
};
_Static_assert(sizeof(struct oc_ipc_block) <= sizeof((struct oc_shared_block *)0)->slot,
               "the block has no room");

static inline struct oc_ipc_block *oc_ipc_block(void) {
    return (struct oc_ipc_block *)oc_transport_block->slot;
}

/* A process needs only one mailbox and one portal in each direction, because each write names its
 * target. */
struct oc_ipc_objects {
    int mailbox_in, mailbox_out, portal_in, portal_out;
    int32_t portal; /* number of portal_out, which a peer names when it allows a transfer */
    struct oc_ipc_address address;
};
extern struct oc_ipc_objects oc_ipc;

/* ---- Peers (peer.c) -------------------------------------------------------------------------- */

struct oc_ipc_peer {
    struct oc_ipc_address address;
    bool is_known;
    /* Whether the peer is short of memory. If so, this process sends it no messages together with
     * their data until it has confirmed a request. */
    bool is_short;
};

/* Registers the name of this process with the kernel's name server; ends the job if that fails. */
void oc_ipc_peers_start(void);
/* Returns the peer at a place. The first call for a peer looks up its name. */
struct oc_ipc_peer *oc_ipc_peer(int place);

/* ---- How a message travels (choice/) --------------------------------------------------------- */

/* Chooses how the message of a send travels: OC_IPC_REQUEST, OC_IPC_SLOT or OC_IPC_DIRECT. */
enum oc_ipc_kind oc_ipc_choose(const struct oc_ipc_peer *peer, const struct oc_request *send);

/* The place in a send where the transport notes whether the send is synchronous. The note is valid
 * until the send's request is written. */
static inline int *oc_ipc_synchronous(struct oc_request *send) {
    return &send->annotation;
}

/* ---- Outgoing messages (outbox.c) ------------------------------------------------------------ */

#define OC_IPC_REPLIES 4 /* the most replies that wait */

extern int oc_ipc_replies; /* replies that wait */

/* Queues a send for the mailbox. Sends leave in the order of the calls, and replies leave before
 * sends. */
void oc_ipc_post_send(struct oc_request *send);
void oc_ipc_post_reply(struct oc_ipc_address to, enum oc_ipc_kind kind, uint32_t number,
                       size_t bytes);
void oc_ipc_slots_start(void);
/* Writes the next waiting message if the mailbox has taken the last one; returns false if it has
 * not. */
bool oc_ipc_outbox_progress(void);
/* Handles slots that have been read; returns false if there are none. */
bool oc_ipc_slots_progress(void);
/* Fills in what the receiver needs to know about a send, and gives the send a number. If the send
 * has a buffer slot, the number is that of the slot. */
void oc_ipc_fill(struct oc_ipc_message *message, enum oc_ipc_kind kind, struct oc_request *send);
/* Returns the send that has been announced to its receiver under this number, and removes it from
 * the list of such sends. */
struct oc_request *oc_ipc_take_requested(uint32_t number);

/* ---- The sender's and the receiver's side (send.c, receive.c) -------------------------------- */

void oc_ipc_confirmed(const struct oc_ipc_message *message);
void oc_ipc_started(const struct oc_ipc_message *message);
bool oc_ipc_sends_progress(void);

/* Starts to read the next message of other processes from the mailbox (progress.c). */
void oc_ipc_read_next(void);

/* Matches a message or a request to send, or keeps it as unexpected; returns false if there is no
 * memory to keep it. */
bool oc_ipc_arrive(const struct oc_ipc_message *message);
/* Whether the message that was read last is held, because there is no memory to keep it. */
extern bool oc_ipc_is_held;
/* Ends the job if a message has been held too long without progress. `any` says whether the last
 * check for events has made progress. */
void oc_ipc_held_check(bool any);
/* Reserves memory for messages that arrive when the heap is full. */
void oc_ipc_reserve(void);
bool oc_ipc_receives_progress(void);
/* Copies the data of the oldest receive from its sender's slot, or postpones the copy until a later
 * call. Returns false if nothing was copied. The progress engine calls this function last, after
 * all work for which other processes wait. */
bool oc_ipc_copies_progress(void);

#endif
