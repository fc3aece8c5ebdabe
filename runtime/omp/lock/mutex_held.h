/* Waiting for a hardware mutex. A thread that has polled for long must sleep: a lock that is never
 * released is a deadlock, which endless polling would hide. So a thread notes in its block which
 * mutexes it has or requests. A thread that has polled for long removes its own note, looks for
 * another thread's, and leaves a bit with it. The thread that removes a note with that bit wakes
 * all, which then try again: it releases the mutex, or goes to look for the owner, too.
 *
 * critical without a name and atomic have places of their own for that; a lock has one of a few, by
 * its mutex, or, where there is another one's note already, any other of them. A thread that has as
 * many locks as there are places polls for one more. */
#ifndef OMP_LOCK_MUTEX_HELD_H
#define OMP_LOCK_MUTEX_HELD_H

#include "omp/team/thread.h"

#define OC_AWAITED 2u

/* Asks before a thread sleeps: of about 26 cycles each next to the memory controller. */
#define OC_HELD_LOOKS 2000

static inline uint32_t oc_held_note(hal_address mutex) {
    return HAL_MUTEX_HASH((uint32_t)mutex) | 1;
}

/* Where the note of a mutex is to be, of which this is the purpose. */
static inline size_t oc_held_place(enum oc_purpose purpose, hal_address mutex) {
    if (purpose == OC_FOR_LOCK)
        return OC_FOR_LOCK + HAL_MUTEX_HASH((uint32_t)mutex) / 4 % OC_HELD_LOCKS;
    return purpose;
}

/* Waits for a mutex whose note is there. */
void oc_held_await(enum oc_purpose purpose, hal_address mutex, volatile uint32_t *note);

/* Takes one in whose place there is another note, or for which there are no places. */
void oc_held_take_unnoted(enum oc_purpose purpose, hal_address mutex);

/* Notes such a lock, and gives it back: whose note is elsewhere, or nowhere. */
void oc_held_note_lock(hal_address mutex);
void oc_held_give(hal_address mutex);

/* Releases one that others wait for, asleep. */
void oc_held_release(hal_address mutex);

static inline bool oc_held_ask(hal_address mutex) {
    for (int i = 0; i < OC_HELD_LOOKS; i++)
        if (hal_mutex_try(mutex))
            return true;
    return false;
}

#endif
