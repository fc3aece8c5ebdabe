#include "libc/atomic/locks.h"

#include "hal/store.h"

#define LOCKS 8

static uint32_t locks[LOCKS];

uint32_t *__oc_atomic_lock(const volatile void *address) {
    /* The lock is chosen by the global address, because a hart may use a variable's global address
     * or its address in the data window. */
    uint32_t *lock = &locks[hal_global((const void *)address) / sizeof(uint64_t) % LOCKS];
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
        ;
    return lock;
}

void __oc_atomic_unlock(uint32_t *lock) {
    __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
}
