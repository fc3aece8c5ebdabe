/* Locks for atomics that no instruction implements. Addresses are divided into a few classes with a
 * lock each. The locks are private to the process, like all memory that its harts can share. */
#ifndef LIBC_ATOMIC_LOCKS_H
#define LIBC_ATOMIC_LOCKS_H

#include <stdint.h>

/* Waits until the caller has the lock of an address. Returns the lock, which the caller passes to
 * __oc_atomic_unlock(). */
uint32_t *__oc_atomic_lock(const volatile void *address);
void __oc_atomic_unlock(uint32_t *lock);

#endif
