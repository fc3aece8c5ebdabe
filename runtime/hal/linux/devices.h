/* The devices of a job's processes. On the chip they are hardware (docs/register-map.md); here they
 * are state in the shared file, all zero at start. */
#ifndef HAL_LINUX_DEVICES_H
#define HAL_LINUX_DEVICES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/hal.h"

enum { COUNTERS = 32, QUEUES = 8, MUTEXES = 16 }; /* as many as a chip has by default */

struct notification {
    _Atomic uint64_t to; /* hal_address; 0: none */
    _Atomic uint32_t word;
};

struct counter {
    /* The lower half is the value, the upper half the reload value. One word contains both, because
     * an add that reaches 0 must replace the value before any other process can add. */
    _Alignas(64) _Atomic uint64_t state;
    struct notification notifications[HAL_NOTIFICATIONS];
};

/* The threads that wait at a queue for an element or for room, as a list in the order in which they
 * came. Each field is 1 + the number of a thread's seat (shared.h), or 0 for none. */
struct waiters {
    uint32_t first, last;
};

/* Only the thread that holds `lock` uses the other fields, except `count`, which is also read
 * without the lock. */
struct queue {
    _Alignas(64) _Atomic uint32_t lock; /* see lock.h */
    uint32_t kind;                      /* enum hal_queue_kind, or LINES; 0: closed */
    uint32_t ring;                      /* offset of the ring in the shared blocks */
    uint32_t elements;
    uint32_t element_bytes;
    uint32_t first;         /* index of the oldest element */
    _Atomic uint32_t count; /* changed under the lock, but read without it */
    /* Readers wait only while the queue is empty, writers only while it is full. */
    struct waiters readers, writers;
    /* Which thread took the last element: 1 + the number of its seat (shared.h), and the return
     * address of its request. If a lock is built from this queue, that thread holds the lock. The
     * launcher reads both fields. */
    uint32_t taker;
    uint64_t taken_at;
};

/* The kind of an inbox of lines (lines.h). Its elements are counted in struct lines, not here. */
#define LINES 4u

/* The state of an inbox of lines (lines.h): first the words that the senders write, then the word
 * that the receiver writes. All these numbers count lines since the inbox was opened. */
struct lines {
    _Alignas(64) _Atomic uint32_t tail; /* number of positions taken */
    _Atomic uint32_t limit;             /* a line with a number below this one has room */
    _Alignas(64) _Atomic uint32_t head; /* number of lines dropped */
};

/* A mutex of a place. `taken_at` is the return address of the request by which its owner took
 * it. */
struct mutex {
    _Alignas(64) _Atomic uint32_t lock; /* see lock.h */
    uint64_t taken_at;
};

/* An element for a thread that has to wait at a queue. It is the element that the thread wants to
 * enqueue, or the one that it receives. A thread waits at one queue at most. */
struct parcel {
    _Alignas(64) char element[HAL_ELEMENT_BYTES]; /* element to enqueue, or received element */
    uint64_t taken_at;                            /* return address of the call that waits */
    uint32_t next;         /* 1 + the next waiter's seat; guarded by the queue's lock */
    _Atomic uint32_t turn; /* set when the thread of this seat may go on */
};

/* The circuit that a place has opened. In addition, `taken` says whether the circuit of another
 * place ends at this place. */
struct circuit {
    _Atomic uint32_t state; /* enum hal_circuit_state; only the place itself uses `target` and
                             * `duplex` */
    int target;
    bool duplex;
    _Atomic uint32_t taken; /* a lock (lock.h), held by the place whose circuit ends here */
};

/* The state of a copy that a process makes from another process. The other process may help with it
 * (copy.h). */
struct copy {
    /* 1 + the number of the seat of a thread that is copying from this process and asks it for
     * help. 0 if no thread asks. */
    _Alignas(64) _Atomic uint32_t asked_by;
    /* The copy that this seat makes. */
    _Alignas(64) _Atomic uint64_t next; /* the first byte that nobody has taken yet */
    uint64_t from, to, bytes;           /* addresses in the two processes */
    int32_t place;                      /* place of the process that receives the copy */
    _Atomic uint32_t helped;            /* set when the process that helps has done its part */
};

struct devices {
    struct counter counters[COUNTERS];
    struct queue queues[QUEUES];
    struct mutex mutexes[MUTEXES];
    struct parcel parcel;
    struct circuit circuit;
    struct lines lines;
    struct copy copy;
    _Alignas(64) _Atomic uint32_t flags; /* flags of the synchronisation module */
    _Atomic uint32_t mask;               /* which flags end a hal_wait() */
};

/* python/onchip/host/shared.py finds these fields by their offsets. */
_Static_assert(offsetof(struct devices, queues) == 4096 &&
                   offsetof(struct devices, mutexes) == 4608 &&
                   offsetof(struct queue, taker) == 44 && offsetof(struct queue, taken_at) == 48 &&
                   sizeof(struct queue) == 64 && offsetof(struct mutex, taken_at) == 8 &&
                   sizeof(struct mutex) == 64 && sizeof(struct devices) == 6144,
               "layout");

#endif
