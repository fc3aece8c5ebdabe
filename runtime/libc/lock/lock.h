/* A recursive lock between the harts of a process, owned by a hart. malloc and streams take
 * one; with one hart it costs a swap. */
#ifndef LIBC_LOCK_LOCK_H
#define LIBC_LOCK_LOCK_H

#include <stdbool.h>
#include <stdint.h>

struct __lock {
    uint32_t owner; /* number of the hart + 1; 0: free */
    uint32_t depth; /* touched by the owner only */
};

void __oc_lock_acquire(struct __lock *lock);
bool __oc_lock_try(struct __lock *lock);
void __oc_lock_release(struct __lock *lock);

/* The lock of picolibc's functions, under their name for it. */
extern struct __lock __lock___libc_recursive_mutex;

#endif
