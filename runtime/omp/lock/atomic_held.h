/* Lets a thread that holds the lock of atomic constructs take this lock again. Reductions are
 * combined under this lock, and the combiner of a user-declared reduction may contain atomic
 * constructs of its own (OpenMP 5.2, 5.5.11). While a thread holds the lock, oc_thread.atomic is 0
 * and the lock's address is kept elsewhere. A thread that finds 0 holds the lock already, and only
 * counts how often it has taken it. When it releases the lock for the last time, it restores the
 * address. */
#ifndef OMP_LOCK_ATOMIC_HELD_H
#define OMP_LOCK_ATOMIC_HELD_H

#include "omp/lock/token.h"
#include "omp/team/thread.h"

void oc_atomic_take_again(void);
void oc_atomic_give_again(void);

static inline void oc_atomic_take_in_team(void) {
    hal_address lock = oc_thread.atomic;
    if (__builtin_expect(!lock, 0)) {
        oc_atomic_take_again();
        return;
    }
    /* The address is cleared before the thread has the lock, so that the compiler need not save
     * registers during the wait. */
    oc_thread.atomic = 0;
    oc_thread.atomic_held.lock = lock;
    oc_token_take_for(OC_FOR_ATOMIC, lock);
}

static inline void oc_atomic_give_in_team(void) {
    hal_address lock = oc_thread.atomic_held.lock;
    if (__builtin_expect(!lock, 0)) {
        oc_atomic_give_again();
        return;
    }
    oc_thread.atomic = lock;
    oc_token_give_for(OC_FOR_ATOMIC, lock);
}

#endif
