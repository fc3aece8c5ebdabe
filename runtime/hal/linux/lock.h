/* A lock in the shared file: 0 free, else its owner's place + 1, and whether somebody may sleep
 * until it is free. Not first come, first served. */
#ifndef HAL_LINUX_LOCK_H
#define HAL_LINUX_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

bool hal_lock_try(_Atomic uint32_t *lock);
void hal_lock_take(_Atomic uint32_t *lock); /* waits, asleep */
void hal_lock_release(_Atomic uint32_t *lock);
int hal_lock_owner(const _Atomic uint32_t *lock); /* −1: nobody */

#endif
