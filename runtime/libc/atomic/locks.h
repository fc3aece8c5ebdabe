/* The locks behind atomics that no instruction does: one for each of a few classes of addresses,
 * private to the process like everything that it can share between its harts. */
#ifndef LIBC_ATOMIC_LOCKS_H
#define LIBC_ATOMIC_LOCKS_H

#include <stdint.h>

/* Waits for the lock of an address; gives what __oc_atomic_unlock() takes. */
uint32_t *__oc_atomic_lock(const volatile void *address);
void __oc_atomic_unlock(uint32_t *lock);

#endif
