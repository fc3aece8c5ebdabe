/* The lock behind atomic. The mechanism `atomic` (docs/openmp.md) says for what it is taken: where
 * GCC has no instruction, or for all of the program's atomics. */
#ifndef OMP_LOCK_ATOMIC_H
#define OMP_LOCK_ATOMIC_H

#include "omp/lock/token.h"
#include "omp/team/thread.h"

#ifdef OC_ATOMIC_LOCK
#include "omp/mechanism/atomic-lock/depth.h"
#else

/* Whether the calling thread has it already, and has it no longer. */
static inline bool oc_atomic_is_inside(void) {
    return false;
}
static inline bool oc_atomic_is_left(void) {
    return true;
}

#endif

/* Outside parallel regions there is nobody to keep out. */
static inline void oc_atomic_take(void) {
    if (oc_thread.active && !oc_atomic_is_inside())
        oc_token_take_for(OC_FOR_ATOMIC, oc_thread.atomic);
}

static inline void oc_atomic_give(void) {
    if (oc_thread.active && oc_atomic_is_left())
        oc_token_give_for(OC_FOR_ATOMIC, oc_thread.atomic);
}

#endif
