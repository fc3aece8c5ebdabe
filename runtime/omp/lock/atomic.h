/* The lock of atomic constructs. The mechanism `atomic` (docs/openmp-mechanisms.md) says which
 * constructs take it: those for which GCC has no instruction, or all of the program's. */
#ifndef OMP_LOCK_ATOMIC_H
#define OMP_LOCK_ATOMIC_H

#include "omp/lock/token.h"
#include "omp/team/thread.h"

#ifdef OC_ATOMIC_LOCK
#include "omp/lock/atomic_held.h"
#else

static inline void oc_atomic_take_in_team(void) {
    oc_token_take_for(OC_FOR_ATOMIC, oc_thread.atomic);
}

static inline void oc_atomic_give_in_team(void) {
    oc_token_give_for(OC_FOR_ATOMIC, oc_thread.atomic);
}

#endif

/* oc_atomic_take() takes the lock, and oc_atomic_give() gives it back. Outside parallel regions
 * there is no other thread to exclude. */
static inline void oc_atomic_take(void) {
    if (oc_thread.active)
        oc_atomic_take_in_team();
}

static inline void oc_atomic_give(void) {
    if (oc_thread.active)
        oc_atomic_give_in_team();
}

#endif
