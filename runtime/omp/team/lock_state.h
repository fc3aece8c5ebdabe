/* Sections of `lock/` in a thread's block. */
#ifndef OMP_TEAM_LOCK_STATE_H
#define OMP_TEAM_LOCK_STATE_H

#include <stdint.h>

#include "hal/hal.h"

/* Readers that wait in the queue of a lock, at most; others retry. */
#define OC_LOCK_READERS 64

/* lock=mutex: words for the mutexes that a thread has, so many of them for locks. */
#define OC_HELD_LOCKS 8
#define OC_HELD (OC_HELD_LOCKS + 2)

struct oc_lock_words {
    /* lock/word.h: the thread that came to the lock before this one; 1: the thread has it. */
    volatile uint32_t before, given;
    /* lock/mutex_held.h: the mutexes that the thread has; 1: one that it waits for may be free. */
    volatile uint32_t held[OC_HELD], retry;
};

/* Rings of the queues whose element is a lock's token (lock/pool.h). */
struct oc_lock_rings {
    uint32_t ring[HAL_THREAD_QUEUES][OC_LOCK_READERS];
};

/* What a thread knows of the lock of atomic=lock (lock/atomic_held.h). */
struct oc_atomic_held {
    hal_address lock, kept;
    int again;
};

#endif
