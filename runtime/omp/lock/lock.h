/* Locks for named critical constructs and for the program's lock routines. A lock gets a token
 * (token.h) as long as unused tokens are left; otherwise it uses a word (word.h). */
#ifndef OMP_LOCK_LOCK_H
#define OMP_LOCK_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"

/* A lock. 0 means that it has not been used yet. Below 2^16 it is the state of a word (word.h),
 * otherwise the number of the token's queue or mutex (hal_number_of_device()). It has 32 bits, as
 * GCC's omp_lock_t has. */
typedef uint32_t oc_lock;
enum { OC_LOCK_FREE = 1, OC_LOCK_TAKEN = 3 };

void oc_lock_set(oc_lock *lock);
void oc_lock_unset(oc_lock *lock);
bool oc_lock_test(oc_lock *lock); /* takes the lock if it is free; returns whether it was */
void oc_lock_free(oc_lock *lock); /* frees the lock's token, if any, and sets the lock to 0 */

#endif
