/* Messages between programs and kernels, and between kernels.
 *
 * Each kernel has one inbox, for calls of the processes of its cluster and for messages of other
 * kernels. After a call, the caller waits for `done` in its record, a line of its shared block. */
#ifndef KERNEL_PROTOCOL_H
#define KERNEL_PROTOCOL_H

#include "hal/hal.h"
#include "kernel/record.h"
#include "onchip/kernel.h"

#define KERNEL_QUEUE 0 /* number of the queue that is a kernel's inbox */

enum oc_kernel_kind {
    /* The calls. The kernel answers each call once, in the caller's record. */
    CALL_NOTHING,
    CALL_OPEN, /* `object` is an enum oc_kernel_object; the answer is the new object's number */
    CALL_CLOSE,
    CALL_SET_REMOTE,
    CALL_ALLOW, /* if `object` is not 0, there is no answer */
    CALL_SIGNAL,
    /* Begins an operation on an object. If `object` is 0, the kernel answers. Otherwise `object` is
     * an offset in the caller's shared block, at which the kernel writes a notice instead of an
     * answer, and a write goes to `remote` and `port`. */
    CALL_START,
    CALL_WAIT, /* the answer comes at the end of the operation and is its result */
    CALL_TEST,
    CALL_RUN, /* START, then WAIT */
    CALL_LINK,
    CALL_LOOKUP,
    CALL_UNLINK,
    CALL_MOVED, /* the granted transfer is complete; the kernel does not answer */
    /* Messages between kernels. Most comments name the receiver of the message first. */
    MAIL,       /* to a receiver: its slot for `from` is full; a short message is in this element */
    MAIL_TAKEN, /* to a sender: the slot is empty again */
    ALLOWED,    /* to the writer's kernel: its port `remote` may write to port `port` of `from` */
    /* To the reader's kernel: a writer has `bytes` bytes for port `port`; `id` is the writer's
     * object at its own kernel. */
    READY,
    GRANTED, /* to the writer's kernel: object `id` may move its data to `address` */
    REFUSED, /* to the writer's kernel: the two sides passed different lengths */
    MOVED,   /* to the reader's kernel: the data for object `id` have arrived */
    SIGNALLED,
    NAME_LINK, /* to the name server; NAME_ANSWER answers this and the next three messages */
    NAME_UNLINK,
    /* To the server: asks which cluster has the name. If `port` is not 0, the server forwards the
     * question to the daemon. */
    NAME_FIND,
    NAME_ASK,    /* to a daemon: asks which port has the name */
    NAME_FORGET, /* to every daemon; answered by NAME_FORGOTTEN */
    NAME_FORGOTTEN,
    NAME_ANSWER, /* `id`: the caller; `bytes`: 0 or an error; `remote`, `port`: what was found */
};

enum oc_kernel_object { FREE, MAILBOX_IN, MAILBOX_OUT, PORTAL_IN, PORTAL_OUT, SYNC_IN, SYNC_OUT };

#define NODE_WORDS (KNODE_LIMIT / 32)

/* The longest mailbox message, in bytes, that travels inside an element and needs no transfer of
 * its own. */
#define KERNEL_SHORT 32

struct oc_kernel_element {
    uint16_t kind;
    uint16_t from; /* the caller's place in a call, the sender's cluster in a message */
    int32_t id;    /* an object of the receiver */
    int32_t remote;
    int32_t port;
    uint64_t address;
    uint32_t bytes;
    uint32_t object;
    union {
        char name[KNAME_SIZE];
        /* The clusters of a sync, a bit for each of them. The sync's first cluster is `remote`. */
        uint32_t nodes[NODE_WORDS];
        uint64_t rest;                       /* address for the padding of the last piece */
        unsigned char message[KERNEL_SHORT]; /* a mailbox message */
    };
};
_Static_assert(sizeof(struct oc_kernel_element) == HAL_ELEMENT_BYTES, "one element");

/* The length in bytes of an element that uses no member of the union. */
#define ELEMENT_HEAD offsetof(struct oc_kernel_element, name)

/* The length of an element with a short message, rounded up to whole words. */
static inline size_t oc_kernel_with_message(size_t bytes) {
    return ELEMENT_HEAD + (bytes + 3) / 4 * 4;
}

/* Words in a kernel's shared block, before the ring, by which the kernel tells others about
 * its memory. */
struct oc_kernel_memory {
    uint32_t serves; /* not 0: the other fields are valid, and the inbox is open */
    uint32_t padding;
    uint64_t slots; /* struct oc_kernel_slot, one for each cluster */
    uint64_t rest;  /* KPORTAL_PIECE_SIZE bytes for padding, which nobody reads */
};
_Static_assert(sizeof(struct oc_kernel_memory) <= HAL_LINE_BYTES, "one line");

/* A slot of a cluster's input mailbox. */
struct oc_kernel_slot {
    uint32_t port;
    uint32_t bytes;
    unsigned char message[KMAILBOX_MESSAGE_SIZE];
} __attribute__((aligned(8)));

static inline hal_address oc_kernel_inbox(int cluster) {
    return hal_queue_of(hal_places() + cluster, KERNEL_QUEUE);
}

#endif
