/* What programs and kernels, and kernels among themselves, tell each other.
 *
 * Each kernel has one inbox. Into it go the calls of the processes of its cluster, and the messages
 * of other kernels. A caller then waits for `done` in its record, a line of its shared block. */
#ifndef KERNEL_PROTOCOL_H
#define KERNEL_PROTOCOL_H

#include "hal/hal.h"
#include "kernel/record.h"
#include "onchip/kernel.h"

#define KERNEL_QUEUE 0 /* of a kernel's place: its inbox */

enum oc_kernel_kind {
    /* Calls. Each is answered once, in the caller's record. */
    CALL_NOTHING,
    CALL_OPEN, /* `object`: enum oc_kernel_object; gives its number */
    CALL_CLOSE,
    CALL_SET_REMOTE,
    CALL_ALLOW, /* `object` not 0: without an answer */
    CALL_SIGNAL,
    CALL_START, /* begins the object's operation. `object` not 0: there is no answer, but a notice
                 * at this offset of the caller's shared block; a write goes to `remote` and `port`
                 * */
    CALL_WAIT,  /* answered when it is complete, with its result */
    CALL_TEST,
    CALL_RUN, /* START and WAIT */
    CALL_LINK,
    CALL_LOOKUP,
    CALL_UNLINK,
    CALL_MOVED, /* the transfer that was granted is complete; has no answer */
    /* Messages between kernels. */
    MAIL,       /* to a receiver: its slot for `from` is full; a short message is in here */
    MAIL_TAKEN, /* to a sender: it is empty again */
    ALLOWED,    /* to the writer's kernel: port `remote` of it may write to port `port` of `from` */
    READY,      /* to the reader's: a writer with `bytes` for port `port`; `id`: its object there */
    GRANTED,    /* to the writer's: object `id` may move its data to `address` */
    REFUSED,    /* to the writer's: the lengths of the two differ */
    MOVED,      /* to the reader's: the data for object `id` have arrived */
    SIGNALLED,
    NAME_LINK, /* to the name server; answered by NAME_ANSWER, like the three that follow */
    NAME_UNLINK,
    NAME_FIND,   /* to the server: which cluster; forwarded, if `port` is not 0, to its daemon */
    NAME_ASK,    /* to a daemon: which port */
    NAME_FORGET, /* to every daemon; answered by NAME_FORGOTTEN */
    NAME_FORGOTTEN,
    NAME_ANSWER, /* `id`: whose call; `bytes`: 0, or an error; `remote`, `port`: what was found */
};

enum oc_kernel_object { FREE, MAILBOX_IN, MAILBOX_OUT, PORTAL_IN, PORTAL_OUT, SYNC_IN, SYNC_OUT };

#define NODE_WORDS (KNODE_LIMIT / 32)

/* Bytes of a mailbox message that travels in an element, without a transfer of its own. */
#define KERNEL_SHORT 32

struct oc_kernel_element {
    uint16_t kind;
    uint16_t from; /* of a call the caller's place, of a message the sender's cluster */
    int32_t id;    /* of an object at the receiver */
    int32_t remote;
    int32_t port;
    uint64_t address;
    uint32_t bytes;
    uint32_t object;
    union {
        char name[KNAME_SIZE];
        uint32_t nodes[NODE_WORDS];          /* a bit for each; the first is `remote` */
        uint64_t rest;                       /* where what fills up the last piece goes */
        unsigned char message[KERNEL_SHORT]; /* a mailbox message */
    };
};
_Static_assert(sizeof(struct oc_kernel_element) == HAL_ELEMENT_BYTES, "one element");

/* Elements without a name, nodes and a message have half the size. */
#define ELEMENT_HEAD offsetof(struct oc_kernel_element, name)

/* A short message in an element, in whole words. */
static inline size_t oc_kernel_with_message(size_t bytes) {
    return ELEMENT_HEAD + (bytes + 3) / 4 * 4;
}

/* Where a kernel tells others where its memory is, in its shared block, before the ring. */
struct oc_kernel_place {
    uint32_t serves; /* not 0: the rest is there, and the inbox open */
    uint32_t padding;
    uint64_t slots; /* struct oc_kernel_slot, one for each cluster */
    uint64_t rest;  /* KPORTAL_PIECE_SIZE that nobody reads */
};
_Static_assert(sizeof(struct oc_kernel_place) <= HAL_LINE_BYTES, "one line");

/* A slot of the input mailbox. */
struct oc_kernel_slot {
    uint32_t port;
    uint32_t bytes;
    unsigned char message[KMAILBOX_MESSAGE_SIZE];
} __attribute__((aligned(8)));

static inline hal_address oc_kernel_inbox(int cluster) {
    return hal_queue_of(hal_places() + cluster, KERNEL_QUEUE);
}

#endif
