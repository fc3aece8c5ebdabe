/* Reductions combine under the lock of atomic, and the function of a user-declared one may have
 * atomics of its own (OpenMP 5.2, 5.5.11), which are instructions elsewhere. So a thread that has
 * the lock does not wait for it: it has the lock's address in another place meanwhile, and nothing
 * where it is looked up. A thread that takes it again, or gives it back before the last time, finds
 * nothing and counts; all others only move the address. */
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
    /* Set before the thread has the lock, so that nothing must be kept while it waits. */
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
