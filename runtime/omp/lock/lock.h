/* Locks: critical with a name, and those of the program. A lock is made of a token (token.h), as
 * long as there are any; then of a word (word.h). */
#ifndef OMP_LOCK_LOCK_H
#define OMP_LOCK_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"

/* 0: nobody has used it; below 2^16: a word (word.h); else: the address of a
 * token's queue, or mutex. */
typedef uintptr_t oc_lock;
enum { OC_LOCK_FREE = 1, OC_LOCK_TAKEN = 3 };

void oc_lock_set(oc_lock *lock);
void oc_lock_unset(oc_lock *lock);
bool oc_lock_test(oc_lock *lock); /* whether it could be had at once */
void oc_lock_free(oc_lock *lock); /* as if nobody had used it */

#endif
