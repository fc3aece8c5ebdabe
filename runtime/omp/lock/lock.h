/* Locks for named critical constructs and for the program's lock routines. A lock uses a hardware
 * token (token.h) as long as unused tokens are left; otherwise it is a software lock (word.h). */
#ifndef OMP_LOCK_LOCK_H
#define OMP_LOCK_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/hal.h"

/* A lock. 0 means that the lock has not been used yet. A value below 2^16 is the state of a
 * software lock (word.h). Any other value is the number of the hardware queue or mutex that the
 * lock uses (hal_number_of_device()). The type has 32 bits, like GCC's omp_lock_t. */
typedef uint32_t oc_lock;
enum { OC_LOCK_FREE = 1, OC_LOCK_TAKEN = 3 };

void oc_lock_set(oc_lock *lock);
void oc_lock_unset(oc_lock *lock);
bool oc_lock_test(oc_lock *lock); /* takes the lock if it is free; returns whether it was */
void oc_lock_free(oc_lock *lock); /* frees the lock's token, if any, and sets the lock to 0 */

#endif
