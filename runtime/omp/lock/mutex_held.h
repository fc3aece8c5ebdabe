/* Waiting for a hardware mutex. A thread that has polled for long must sleep, because endless
 * polling would hide the deadlock if the lock is never released.
 *
 * Each thread therefore notes in its block which mutexes it holds or requests. A thread that has
 * polled for long removes its own note of the mutex, looks for another thread's note of this mutex,
 * and sets a bit in that note. The other thread removes its note when it releases the mutex, or
 * when it goes to sleep itself. If it then finds the bit set, it wakes all threads, which try
 * again.
 *
 * The block has one entry for critical constructs without a name, one for atomic constructs, and a
 * few for locks. A hash of the lock's mutex selects one of the entries for locks. If this entry
 * holds the note of another lock, the thread uses any free entry for locks. If no entry is free,
 * the thread polls for the mutex without a note. */
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

/* Takes a mutex that the caller could not note, because the mutex's entry holds the note of another
 * mutex, or because the thread has no block yet. */
void oc_mutex_take_unnoted(enum oc_purpose purpose, hal_address mutex);

/* oc_mutex_note_lock() notes a lock's mutex in any free entry for locks; it is called if the entry
 * that the hash selects is in use. oc_mutex_give() releases a mutex whose note is in such an entry,
 * or which has no note. */
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
