/* Atomics on objects of any size, such as a long double or a structure, under a lock. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "libc/atomic/locks.h"

void load_any(size_t size, const void *at, void *value, int order) __asm__("__atomic_load");
void load_any(size_t size, const void *at, void *value, int order) {
    (void)order;
    uint32_t *lock = __oc_atomic_lock(at);
    memcpy(value, at, size);
    __oc_atomic_unlock(lock);
}

void store_any(size_t size, void *at, const void *value, int order) __asm__("__atomic_store");
void store_any(size_t size, void *at, const void *value, int order) {
    (void)order;
    uint32_t *lock = __oc_atomic_lock(at);
    memcpy(at, value, size);
    __oc_atomic_unlock(lock);
}

void exchange_any(size_t size, void *at, const void *value, void *before,
                  int order) __asm__("__atomic_exchange");
void exchange_any(size_t size, void *at, const void *value, void *before, int order) {
    (void)order;
    uint32_t *lock = __oc_atomic_lock(at);
    memcpy(before, at, size);
    memcpy(at, value, size);
    __oc_atomic_unlock(lock);
}

bool compare_exchange_any(size_t size, void *at, void *expected, const void *desired, int success,
                          int failure) __asm__("__atomic_compare_exchange");
bool compare_exchange_any(size_t size, void *at, void *expected, const void *desired, int success,
                          int failure) {
    (void)success, (void)failure;
    uint32_t *lock = __oc_atomic_lock(at);
    bool equal = memcmp(at, expected, size) == 0;
    if (equal)
        memcpy(at, desired, size);
    else
        memcpy(expected, at, size);
    __oc_atomic_unlock(lock);
    return equal;
}

bool is_lock_free(size_t size, const void *at) __asm__("__atomic_is_lock_free");
bool is_lock_free(size_t size, const void *at) {
    (void)at;
    return size == 1 || size == 2 || size == 4;
}
