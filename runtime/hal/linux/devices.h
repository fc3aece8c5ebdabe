/* The devices of the processes of a job: what is hardware on the chip (docs/register-map.md) is
 * state in the shared file here, all zero at start. */
#ifndef HAL_LINUX_DEVICES_H
#define HAL_LINUX_DEVICES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/hal.h"

enum {
    COUNTERS = 32,
    QUEUES = 8,
    MUTEXES = 16
}; /* as many as the chip has where it says nothing */

struct notification {
    _Atomic uint64_t to; /* hal_address; 0: none */
    _Atomic uint32_t word;
};

struct counter {
    /* The value in the lower half, the reload value in the upper: an add that reaches 0 must
     * replace one by the other before anybody else can add. */
    _Alignas(64) _Atomic uint64_t state;
    struct notification notifications[HAL_NOTIFICATIONS];
};

/* Seats that wait, in the order in which they came; seats + 1, 0: nobody. */
struct line {
    uint32_t first, last;
};

/* Everything but `lock` and `count` belongs to the holder of the lock. */
struct queue {
    _Alignas(64) _Atomic uint32_t lock; /* lock.h */
    uint32_t kind;                      /* enum hal_queue_kind; 0: closed */
    uint32_t ring;                      /* its offset in the shared blocks */
    uint32_t elements;
    uint32_t element_bytes;
    uint32_t first;         /* index of the oldest element */
    _Atomic uint32_t count; /* changed under the lock; hal_queue_count() looks without */
    /* Readers wait only while it is empty, writers only while it is full. */
    struct line readers, writers;
    /* The seat + 1 of the thread that got the last element, and the return address of its request:
     * for a lock made of a queue, its holder. For the launcher. */
    uint32_t taker;
    uint64_t taken_at;
};

/* What a seat that stands in a line has with it. It stands in one at most. */
struct parcel {
    _Alignas(64) char element[HAL_ELEMENT_BYTES]; /* a writer's, or for a reader */
    uint64_t taken_at;                            /* as the queue's, of a reader */
    uint32_t next;         /* in the line: place + 1; the line's lock guards it */
    _Atomic uint32_t turn; /* set when its wait is over */
};

/* The circuit of a place; and the place that has one to it. */
struct circuit {
    _Atomic uint32_t state; /* enum hal_circuit_state; what follows is the place's alone */
    int target;
    bool duplex;
    _Atomic uint32_t taken; /* lock.h: by the place whose circuit ends here */
};

struct devices {
    struct counter counters[COUNTERS];
    struct queue queues[QUEUES];
    struct parcel parcel;
    struct circuit circuit;
    _Alignas(64) _Atomic uint32_t flags; /* of the synchronisation module */
    _Atomic uint32_t mask;               /* which of them end a hal_wait() */
};

/* python/onchip/host/shared.py knows these. */
_Static_assert(offsetof(struct devices, queues) == 4096 && sizeof(struct devices) == 4864 &&
                   offsetof(struct queue, taker) == 44 && offsetof(struct queue, taken_at) == 48 &&
                   sizeof(struct queue) == 64,
               "layout");

#endif
