/* The kernel of a cluster: one flow of control, which serves calls and messages one after the other
 * and never waits. An operation that cannot be completed yet is noted in its object. */
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
    int place;     /* whose it is */
    int remote;    /* a cluster; KNODE_ANY */
    int port;
    /* The object's present operation. */
    enum operation operation;
    bool is_awaited; /* the owner's call is answered when it completes */
    uint32_t notice; /* where in the owner's shared block its end is noted; 0: nowhere */
    int32_t result;
    hal_address address; /* of the owner's buffer */
    uint32_t bytes;
    struct object *next;      /* in a list of objects that wait for the same event */
    struct object *next_port; /* of inputs whose ports share a slot of the table of ports */
    union {
        struct { /* MAILBOX_OUT: the message that waits for its slot */
            struct oc_kernel_slot *message;
        };
        struct {             /* PORTAL_IN */
            bool is_allowed; /* a write, by `remote` */
            bool is_ready;   /* the writer */
            int writer;      /* its cluster, and its object there */
            int32_t writer_id;
            uint32_t writer_bytes;
        };
        struct { /* PORTAL_OUT: where the owner shall move its data to */
            uint64_t granted;
            uint64_t rest;
        };
        struct signals *signals;    /* SYNC_IN */
        uint32_t nodes[NODE_WORDS]; /* SYNC_OUT */
    };
};

/* Objects that wait, first in, first out. oc_kernel_leave() ignores an object that is not there. */
struct line {
    struct object *first, **end;
};
void oc_kernel_join(struct line *line, struct object *object);
void oc_kernel_leave(struct line *line, struct object *object);

struct object *oc_kernel_object(int32_t id);
#define KERNEL_PORT_PLACES 64
extern struct object *oc_kernel_inputs[KERNEL_PORT_PLACES]; /* the first one with such a port */
/* The one of this kind, an input, with this port, or null. */
static inline struct object *oc_kernel_with_port(uint32_t kind, int port) {
    struct object *object = oc_kernel_inputs[(uint32_t)port % KERNEL_PORT_PLACES];
    while (object && (object->port != port || object->kind != kind))
        object = object->next_port;
    return object;
}

/* ---- Answers and messages -------------------------------------------------------------------- */

extern int oc_kernel_self;  /* this cluster */
extern int oc_kernel_count; /* of clusters */

static inline void oc_kernel_answer(int place, int32_t value) {
    hal_store_two(hal_shared_of(place) + KERNEL_OFFSET, (uint32_t)value, 1);
}
/* Stores an operation's notice, if it has one. */
static inline void oc_kernel_note(const struct object *object, int32_t result, uint32_t state) {
    if (object->notice)
        hal_store_two(hal_shared_of(object->place) + object->notice, (uint32_t)result, state);
}
/* Completes an operation: answers its owner now or when the owner waits for it, or writes its
 * notice. */
static inline void oc_kernel_complete(struct object *object, int32_t result) {
    object->result = result;
    object->operation = object->is_awaited || object->notice ? NONE : COMPLETE;
    if (object->is_awaited)
        oc_kernel_answer(object->place, result);
    oc_kernel_note(object, result, NOTICE_COMPLETE);
    object->is_awaited = false;
    object->notice = 0;
}
/* Sends to a kernel, also to this one; never waits. */
void oc_kernel_send(int cluster, const struct oc_kernel_element *element, size_t bytes);
static inline void oc_kernel_send_head(int cluster, struct oc_kernel_element element) {
    oc_kernel_send(cluster, &element, ELEMENT_HEAD);
}
/* Where the memory of a kernel is. */
const struct oc_kernel_place *oc_kernel_place(int cluster);

/* Allocates memory; ends the job if there is none: for what no call can be refused for. */
void *oc_kernel_take(size_t bytes);
/* For calls that are refused if this is false: whether they may take memory, and leave enough for
 * messages and what comes with them. */
bool oc_kernel_has_memory(void);
/* A number from the environment, or a default. */
int oc_kernel_setting(const char *name, int otherwise);

/* ---- Its parts ------------------------------------------------------------------------------- */

struct oc_kernel_slot *oc_kernel_mailbox_start(void); /* gives its slots */
/* `call`: with a short message in it. */
void oc_kernel_mailbox_write(struct object *object, const struct oc_kernel_element *call);
void oc_kernel_mailbox_read(struct object *object);
void oc_kernel_mailbox_abandon(struct object *object); /* whose owner has ended */
void oc_kernel_mailbox_arrived(const struct oc_kernel_element *mail);
void oc_kernel_mailbox_taken(int by);
/* Gives messages to readers; false: nothing has changed. */
bool oc_kernel_mailbox_pump(void);

int32_t oc_kernel_portal_allow(struct object *object, int remote, int port);
void oc_kernel_portal_write(struct object *object);
void oc_kernel_portal_read(struct object *object);
void oc_kernel_portal_moved(struct object *object); /* by its owner */
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
