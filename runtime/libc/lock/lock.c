#include "libc/lock/lock.h"

static uint32_t this_hart(void) {
    uint32_t hart;
    __asm__("csrr %0, mhartid" : "=r"(hart));
    return hart + 1;
}

bool __oc_lock_try(struct __lock *lock) {
    uint32_t self = this_hart();
    /* Only this hart writes its own number there, so a relaxed load is enough to see it. */
    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) != self) {
        uint32_t free = 0;
        if (!__atomic_compare_exchange_n(&lock->owner, &free, self, false, __ATOMIC_ACQUIRE,
                                         __ATOMIC_RELAXED))
            return false;
    }
    lock->depth++;
    return true;
}

void __oc_lock_acquire(struct __lock *lock) {
    while (!__oc_lock_try(lock))
        ;
}

void __oc_lock_release(struct __lock *lock) {
    if (--lock->depth == 0)
        __atomic_store_n(&lock->owner, 0, __ATOMIC_RELEASE);
}
