#include "libc/lock/lock.h"

#include "hal/hal.h"

/* Whether the process has only one hart, and so needs no atomic swap. On cores with atomic
 * instructions, the test would take at least as long as the swap, so the function returns false
 * there. */
static inline bool is_alone(void) {
#ifdef __riscv_atomic
    return false;
#else
    return hal_threads() == 1;
#endif
}

static inline __attribute__((always_inline)) bool take(struct __lock *lock) {
    uint32_t self = __oc_lock_self(), owner = 0;
    if (is_alone())
        lock->owner = self;
    else if (!__atomic_compare_exchange_n(&lock->owner, &owner, self, false, __ATOMIC_ACQUIRE,
                                          __ATOMIC_RELAXED) &&
             owner != self)
        return false;
    lock->depth++;
    return true;
}

bool __oc_lock_try(struct __lock *lock) {
    return take(lock);
}

void __oc_lock_acquire(struct __lock *lock) {
    while (!take(lock))
        ;
}

void __oc_lock_release(struct __lock *lock) {
    if (--lock->depth == 0)
        __atomic_store_n(&lock->owner, 0, __ATOMIC_RELEASE);
}
