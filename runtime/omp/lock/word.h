/* A lock without a token: a word, and a list of threads that sleep until they get it. */
#ifndef OMP_LOCK_WORD_H
#define OMP_LOCK_WORD_H

#include "omp/lock/lock.h"

/* Whether `state` is that of a software lock. The number of a hardware queue or mutex is never
 * below 2^16. */
static inline bool oc_is_word(uint32_t state) {
    return state < 1 << 16;
}

void oc_word_set(oc_lock *lock);
void oc_word_unset(oc_lock *lock);
bool oc_word_test(oc_lock *lock);

#endif
