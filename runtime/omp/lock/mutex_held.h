/* Waiting for a hardware mutex. A thread that has polled for long must sleep, because endless
 * polling would hide the deadlock if the lock is never released.
 *
 * Each thread therefore notes in its block which mutexes it holds or requests. A thread that has
 * polled for long removes its own note of the mutex, looks for another thread's note of this mutex,
 * and sets a bit in that note. The other thread removes its note when it releases the mutex, or
 * when it goes to sleep itself. If the bit is set then, it wakes all threads, which try again.
 *
 * There is one entry for the note of critical constructs without a name, and one for that of atomic
 * constructs. A few entries are for locks: the mutex of a lock chooses one of them, and if another
 * lock's note is there, the lock takes any free one. A thread that holds as many locks as there are
 * entries polls for a further lock without a note. */
#ifndef OMP_LOCK_MUTEX_HELD_H
#define OMP_LOCK_MUTEX_HELD_H

#include "omp/team/thread.h"

#define OC_AWAITED 2u

/* The number of attempts before a thread sleeps. An attempt takes about 26 cycles if the thread is
 * next to the memory controller. */
#define OC_MUTEX_ATTEMPTS 2000

static inline uint32_t oc_mutex_note(hal_address mutex) {
    return HAL_MUTEX_HASH((uint32_t)mutex) | 1;
}

/* The index of the entry for the note of a mutex that is used for `purpose`. */
static inline size_t oc_mutex_note_index(enum oc_purpose purpose, hal_address mutex) {
    if (purpose == OC_FOR_LOCK)
        return OC_FOR_LOCK + HAL_MUTEX_HASH((uint32_t)mutex) / 4 % OC_HELD_LOCKS;
    return purpose;
}

/* Takes a mutex that another thread holds. The calling thread has noted the mutex in `note`, and
 * sleeps while it waits. */
void oc_mutex_await(enum oc_purpose purpose, hal_address mutex, volatile uint32_t *note);

/* Takes a mutex for which there is no note: its entry holds the note of another mutex, or there is
 * no entry for it. */
void oc_mutex_take_unnoted(enum oc_purpose purpose, hal_address mutex);

/* oc_mutex_note_lock() notes a lock's mutex in any free entry for locks, because the entry that its
 * address chooses holds another note. oc_mutex_give() releases a mutex that is noted in such an
 * entry or nowhere. */
void oc_mutex_note_lock(hal_address mutex);
void oc_mutex_give(hal_address mutex);

/* Releases a mutex and wakes all threads, because some of them sleep until this mutex is free. */
void oc_mutex_release(hal_address mutex);

static inline bool oc_mutex_request(hal_address mutex) {
    for (int i = 0; i < OC_MUTEX_ATTEMPTS; i++)
        if (hal_mutex_ask(mutex)) {
            hal_acquire();
            return true;
        }
    return false;
}

#endif
