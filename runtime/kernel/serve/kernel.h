/* The kernel of a cluster is one flow of control. It serves calls and messages one after the other
 * and never waits. If an operation cannot be completed yet, the kernel notes this in the
 * operation's object. */
#ifndef KERNEL_SERVE_KERNEL_H
#define KERNEL_SERVE_KERNEL_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hal/store.h"
#include "kernel/protocol.h"

/* ---- Objects: the virtual mailboxes, portals and syncs --------------------------------------- */

enum operation { NONE, STARTED, COMPLETE };

struct object {
    int32_t id;
    uint32_t kind; /* enum oc_kernel_object */
    int place;     /* place of its owner */
    int remote;    /* a cluster, or KNODE_ANY */
    int port;
    /* The object's present operation. */
    enum operation operation;
    bool is_awaited; /* the owner waits in a call, which is answered when the operation completes */
    uint32_t notice; /* offset in the owner's shared block of the notice; 0: there is none */
    int32_t result;
    hal_address address; /* address of the owner's buffer */
    uint32_t bytes;
    struct object *next; /* next in a list of objects that wait for one event */
    /* The next input whose port has the same entry in the table of ports. */
    struct object *next_port;
    union {
        struct { /* MAILBOX_OUT: the message that waits for its slot */
            struct oc_kernel_slot *message;
        };
        struct {             /* PORTAL_IN */
            bool is_allowed; /* `remote` may write once */
            bool is_ready;   /* a writer is ready */
            int writer;      /* the writer's cluster; writer_id is its object there */
            int32_t writer_id;
            uint32_t writer_bytes;
        };
        struct { /* PORTAL_OUT: where the owner must move its data */
            uint64_t granted;
            uint64_t rest;
        };
        struct signals *signals;    /* SYNC_IN */
        uint32_t nodes[NODE_WORDS]; /* SYNC_OUT */
    };
};

/* Waiting objects, in the order in which they came. oc_kernel_leave() ignores an object that is not
 * among them. */
struct waiters {
    struct object *first, **end;
};
void oc_kernel_join(struct waiters *waiters, struct object *object);
void oc_kernel_leave(struct waiters *waiters, struct object *object);

struct object *oc_kernel_object(int32_t id);
#define KERNEL_PORT_PLACES 64
/* The table of ports. All ports that are equal modulo KERNEL_PORT_PLACES share an entry: the first
 * in a list of input objects with such ports. */
extern struct object *oc_kernel_inputs[KERNEL_PORT_PLACES];
/* Returns the input object of this kind that has this port, or null. */
static inline struct object *oc_kernel_with_port(uint32_t kind, int port) {
    struct object *object = oc_kernel_inputs[(uint32_t)port % KERNEL_PORT_PLACES];
    while (object && (object->port != port || object->kind != kind))
        object = object->next_port;
    return object;
}

/* ---- Answers and messages -------------------------------------------------------------------- */

extern int oc_kernel_self;  /* this cluster */
extern int oc_kernel_count; /* number of clusters */

static inline void oc_kernel_answer(int place, int32_t value) {
    hal_store_two(hal_shared_of(place) + KERNEL_OFFSET, (uint32_t)value, 1);
}
/* Stores the notice of an object's operation, if the operation has one. */
static inline void oc_kernel_note(const struct object *object, int32_t result, uint32_t state) {
    if (object->notice)
        hal_store_two(hal_shared_of(object->place) + object->notice, (uint32_t)result, state);
}
/* Completes an operation: writes its notice, or answers the call in which its owner waits. If the
 * owner does not wait for the operation yet, the kernel answers later, when the owner does. */
static inline void oc_kernel_complete(struct object *object, int32_t result) {
    object->result = result;
    object->operation = object->is_awaited || object->notice ? NONE : COMPLETE;
    if (object->is_awaited)
        oc_kernel_answer(object->place, result);
    oc_kernel_note(object, result, NOTICE_COMPLETE);
    object->is_awaited = false;
    object->notice = 0;
}
/* Sends an element to a kernel, which may be this one; never waits. */
void oc_kernel_send(int cluster, const struct oc_kernel_element *element, size_t bytes);
static inline void oc_kernel_send_head(int cluster, struct oc_kernel_element element) {
    oc_kernel_send(cluster, &element, ELEMENT_HEAD);
}
/* Returns the words by which the kernel of a cluster describes its memory. Waits until that kernel
 * serves calls. */
const struct oc_kernel_memory *oc_kernel_memory_of(int cluster);

/* Allocates memory for a message or an event. A kernel can refuse a call but not a message or an
 * event, so the job ends if there is no memory. */
void *oc_kernel_take(size_t bytes);
/* Whether a call may take memory. If not, the call is refused, so that enough is left for messages
 * and their objects. */
bool oc_kernel_has_memory(void);
/* A number from the environment, or `otherwise` if the variable `name` is not set. */
int oc_kernel_setting(const char *name, int otherwise);

/* ---- Parts of the kernel --------------------------------------------------------------------- */

struct oc_kernel_slot *oc_kernel_mailbox_start(void); /* returns the slots */
/* `call` contains the message if this is short. */
void oc_kernel_mailbox_write(struct object *object, const struct oc_kernel_element *call);
void oc_kernel_mailbox_read(struct object *object);
void oc_kernel_mailbox_abandon(
    struct object *object); /* called when the object's owner has ended */
void oc_kernel_mailbox_arrived(const struct oc_kernel_element *mail);
void oc_kernel_mailbox_taken(int by);
/* Gives messages to readers; returns false if nothing has changed. */
bool oc_kernel_mailbox_pump(void);

int32_t oc_kernel_portal_allow(struct object *object, int remote, int port);
void oc_kernel_portal_write(struct object *object);
void oc_kernel_portal_read(struct object *object);
void oc_kernel_portal_moved(struct object *object); /* called when the owner has moved its data */
void oc_kernel_portal_message(const struct oc_kernel_element *element);

int32_t oc_kernel_sync_open(struct object *object, const struct oc_kernel_element *element);
int32_t oc_kernel_sync_signal(const struct object *object);
void oc_kernel_sync_close(struct object *object); /* SYNC_IN */
void oc_kernel_sync_wait(struct object *object);
void oc_kernel_sync_signalled(const struct oc_kernel_element *element);

void oc_kernel_name_start(void);
void oc_kernel_name_call(const struct oc_kernel_element *element);
void oc_kernel_name_message(const struct oc_kernel_element *element);

#endif
