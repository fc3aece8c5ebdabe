/* Atomics on four bytes under GCC's older names, which it calls if it may not use instructions;
 * those on fewer bytes are in libgcc. They do the same as atomic_object.c. */
#include <stdint.h>

#include "omp/lock/atomic.h"

#define FETCH(operation)                                                                           \
    uint32_t sync_fetch_and_##operation(uint32_t *at, uint32_t value) __asm__(                     \
        "__sync_fetch_and_" #operation "_4");                                                      \
    uint32_t sync_fetch_and_##operation(uint32_t *at, uint32_t value) {                            \
        oc_atomic_take();                                                                          \
        uint32_t before = __sync_fetch_and_##operation(at, value);                                 \
        oc_atomic_give();                                                                          \
        return before;                                                                             \
    }                                                                                              \
    uint32_t sync_##operation##_and_fetch(uint32_t *at, uint32_t value) __asm__(                   \
        "__sync_" #operation "_and_fetch_4");                                                      \
    uint32_t sync_##operation##_and_fetch(uint32_t *at, uint32_t value) {                          \
        oc_atomic_take();                                                                          \
        uint32_t after = __sync_##operation##_and_fetch(at, value);                                \
        oc_atomic_give();                                                                          \
        return after;                                                                              \
    }

FETCH(add)
FETCH(sub)
FETCH(and)
FETCH(or)
FETCH(xor)

uint32_t sync_val_compare_and_swap(uint32_t *at, uint32_t wanted,
                                   uint32_t desired) __asm__("__sync_val_compare_and_swap_4");
uint32_t sync_val_compare_and_swap(uint32_t *at, uint32_t wanted, uint32_t desired) {
    oc_atomic_take();
    uint32_t before = __sync_val_compare_and_swap(at, wanted, desired);
    oc_atomic_give();
    return before;
}

bool sync_bool_compare_and_swap(uint32_t *at, uint32_t wanted,
                                uint32_t desired) __asm__("__sync_bool_compare_and_swap_4");
bool sync_bool_compare_and_swap(uint32_t *at, uint32_t wanted, uint32_t desired) {
    return sync_val_compare_and_swap(at, wanted, desired) == wanted;
}

uint32_t sync_lock_test_and_set(uint32_t *at, uint32_t value) __asm__("__sync_lock_test_and_set_4");
uint32_t sync_lock_test_and_set(uint32_t *at, uint32_t value) {
    oc_atomic_take();
    uint32_t before = __sync_lock_test_and_set(at, value);
    oc_atomic_give();
    return before;
}
