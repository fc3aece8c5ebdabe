/* The fields for locks (`lock/`) in a thread's block. */
#ifndef OMP_TEAM_LOCK_STATE_H
#define OMP_TEAM_LOCK_STATE_H

#include <stdint.h>

#include "hal/hal.h"

/* The largest number of threads that wait in the queue of a lock. Further threads retry. */
#define OC_LOCK_READERS 64

/* With lock=mutex, a thread's block has OC_HELD entries for the mutexes that the thread holds.
 * OC_HELD_LOCKS of these are for locks. */
#define OC_HELD_LOCKS 8
#define OC_HELD (OC_HELD_LOCKS + 2)

struct oc_lock_words {
    /* Used for a lock in memory (lock/word.h). `before` is the thread that came to the lock before
     * this one. `given` is 1 once the thread has the lock. */
    volatile uint32_t before, given;
    /* Used with lock=mutex (lock/mutex_held.h). `held` contains notes of the mutexes that the
     * thread holds or requests. `retry` is 1 if a mutex for which the thread waits may be free. */
    volatile uint32_t held[OC_HELD], retry;
};

/* Rings of the queues whose element is a lock's token (lock/pool.h). */
struct oc_lock_rings {
    uint32_t ring[HAL_THREAD_QUEUES][OC_LOCK_READERS];
};

/* The state of a thread in the lock of atomic=lock (lock/atomic_held.h). */
struct oc_atomic_held {
    hal_address lock, kept;
    int again;
};

#endif
