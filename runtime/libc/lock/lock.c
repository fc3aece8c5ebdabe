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

static inline bool take(struct __lock *lock, uint32_t self) {
    uint32_t free = 0;
    if (!is_alone())
        return __atomic_compare_exchange_n(&lock->owner, &free, self, false, __ATOMIC_ACQUIRE,
                                           __ATOMIC_RELAXED);
    lock->owner = self;
    return true;
}

/* Only this hart stores its own number in `owner`, so a relaxed load is enough to see it. */
static inline bool is_own(const struct __lock *lock, uint32_t self) {
    return __atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self;
}

bool __oc_lock_try(struct __lock *lock) {
    uint32_t self = __oc_lock_self();
    if (!is_own(lock, self) && !take(lock, self))
        return false;
    lock->depth++;
    return true;
}

void __oc_lock_acquire(struct __lock *lock) {
    uint32_t self = __oc_lock_self();
    if (!is_own(lock, self))
        while (!take(lock, self))
            ;
    lock->depth++;
}

void __oc_lock_release(struct __lock *lock) {
    if (--lock->depth == 0)
        __atomic_store_n(&lock->owner, 0, __ATOMIC_RELEASE);
}
