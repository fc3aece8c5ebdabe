/* Reductions combine under the lock of atomic, and the function of a user-declared one may have
 * atomics of its own (OpenMP 5.2, 5.5.11), which have instructions elsewhere: who has the lock does
 * not take it again. */
#ifndef OMP_MECHANISM_ATOMIC_LOCK_DEPTH_H
#define OMP_MECHANISM_ATOMIC_LOCK_DEPTH_H

#include "omp/team/thread.h"

static inline bool oc_atomic_is_inside(void) {
    return oc_thread.atomics++ > 0;
}

static inline bool oc_atomic_is_left(void) {
    return --oc_thread.atomics == 0;
}

#endif
