/* A recursive lock for the harts of a process; the owner of a locked lock is a hart. malloc() and
 * streams use such locks. In a process with one hart, taking the lock costs one atomic swap. */
#ifndef LIBC_LOCK_LOCK_H
#define LIBC_LOCK_LOCK_H

#include <stdbool.h>
#include <stdint.h>

struct __lock {
    uint32_t owner; /* number of the hart + 1; 0: free */
    uint32_t depth; /* only the owner accesses it */
};

/* The value of `owner` if this hart holds the lock. */
static inline uint32_t __oc_lock_self(void) {
    uint32_t hart;
    __asm__("csrr %0, mhartid" : "=r"(hart));
    return hart + 1;
}

void __oc_lock_acquire(struct __lock *lock);
bool __oc_lock_try(struct __lock *lock);
void __oc_lock_release(struct __lock *lock);

/* The lock of picolibc's functions, under picolibc's name. */
extern struct __lock __lock___libc_recursive_mutex;

#endif
