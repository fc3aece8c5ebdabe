/* Atomics on eight bytes, under a lock. */
#include <stdbool.h>
#include <stdint.h>

#include "libc/atomic/locks.h"

#define FETCH(operation, result)                                                                   \
    uint64_t fetch_##operation(uint64_t *at, uint64_t value,                                       \
                               int order) __asm__("__atomic_fetch_" #operation "_8");              \
    uint64_t fetch_##operation(uint64_t *at, uint64_t value, int order) {                          \
        (void)order;                                                                               \
        uint32_t *lock = __oc_atomic_lock(at);                                                     \
        uint64_t before = *at;                                                                     \
        *at = (result);                                                                            \
        __oc_atomic_unlock(lock);                                                                  \
        return before;                                                                             \
    }                                                                                              \
    uint64_t operation##_fetch(uint64_t *at, uint64_t value,                                       \
                               int order) __asm__("__atomic_" #operation "_fetch_8");              \
    uint64_t operation##_fetch(uint64_t *at, uint64_t value, int order) {                          \
        uint64_t before = fetch_##operation(at, value, order);                                     \
        return result;                                                                             \
    }

FETCH(add, before + value)
FETCH(sub, before - value)
FETCH(and, before &value)
FETCH(or, before | value)
FETCH(xor, before ^ value)
FETCH(nand, ~(before &value))

uint64_t load_8(const uint64_t *at, int order) __asm__("__atomic_load_8");
uint64_t load_8(const uint64_t *at, int order) {
    (void)order;
    uint32_t *lock = __oc_atomic_lock(at);
    uint64_t value = *at;
    __oc_atomic_unlock(lock);
    return value;
}

uint64_t exchange_8(uint64_t *at, uint64_t value, int order) __asm__("__atomic_exchange_8");
uint64_t exchange_8(uint64_t *at, uint64_t value, int order) {
    (void)order;
    uint32_t *lock = __oc_atomic_lock(at);
    uint64_t before = *at;
    *at = value;
    __oc_atomic_unlock(lock);
    return before;
}

void store_8(uint64_t *at, uint64_t value, int order) __asm__("__atomic_store_8");
void store_8(uint64_t *at, uint64_t value, int order) {
    exchange_8(at, value, order);
}

bool compare_exchange_8(uint64_t *at, uint64_t *expected, uint64_t desired, bool weak, int success,
                        int failure) __asm__("__atomic_compare_exchange_8");
bool compare_exchange_8(uint64_t *at, uint64_t *expected, uint64_t desired, bool weak, int success,
                        int failure) {
    (void)weak, (void)success, (void)failure;
    uint32_t *lock = __oc_atomic_lock(at);
    uint64_t before = *at;
    bool equal = before == *expected;
    if (equal)
        *at = desired;
    __oc_atomic_unlock(lock);
    *expected = before;
    return equal;
}
