/* A lock in the shared file. The word is 0 while the lock is free. Otherwise it is 1 + the number
 * of the owner's seat (shared.h), with a bit that is set if a process may be sleeping until the
 * lock is free. Waiting processes get the lock in any order. */
#ifndef HAL_LINUX_LOCK_H
#define HAL_LINUX_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

bool hal_lock_try(_Atomic uint32_t *lock);
void hal_lock_take(_Atomic uint32_t *lock); /* sleeps until the process has the lock */
void hal_lock_release(_Atomic uint32_t *lock);
int hal_lock_owner(const _Atomic uint32_t *lock); /* −1: the lock is free */

#endif
