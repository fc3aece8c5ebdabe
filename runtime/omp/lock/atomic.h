/* The lock behind atomic. The mechanism `atomic` (docs/openmp-mechanisms.md) says for what it is
 * taken: where GCC has no instruction, or for all of the program's atomics. */
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

/* Outside parallel regions there is nobody to keep out. */
static inline void oc_atomic_take(void) {
    if (oc_thread.active)
        oc_atomic_take_in_team();
}

static inline void oc_atomic_give(void) {
    if (oc_thread.active)
        oc_atomic_give_in_team();
}

#endif
