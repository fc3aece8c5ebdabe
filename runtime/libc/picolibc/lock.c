/* picolibc's lock hooks, which do nothing in picolibc itself. They are declared here because the
 * macros of <sys/lock.h> would hide them. */
#include <stdlib.h>

#include "libc/lock/lock.h"

void __retarget_lock_init(struct __lock **lock) {
    *lock = calloc(1, sizeof **lock);
}

void __retarget_lock_close(struct __lock *lock) {
    free(lock);
}

void __retarget_lock_acquire(struct __lock *lock) {
    if (lock)
        __oc_lock_acquire(lock);
}

int __retarget_lock_try_acquire(struct __lock *lock) {
    return !lock || __oc_lock_try(lock);
}

void __retarget_lock_release(struct __lock *lock) {
    if (lock)
        __oc_lock_release(lock);
}

#define SAME_AS(name) __attribute__((alias(#name)))

void __retarget_lock_init_recursive(struct __lock **lock) SAME_AS(__retarget_lock_init);
void __retarget_lock_close_recursive(struct __lock *lock) SAME_AS(__retarget_lock_close);
void __retarget_lock_acquire_recursive(struct __lock *lock) SAME_AS(__retarget_lock_acquire);
int __retarget_lock_try_acquire_recursive(struct __lock *lock) SAME_AS(__retarget_lock_try_acquire);
void __retarget_lock_release_recursive(struct __lock *lock) SAME_AS(__retarget_lock_release);
