/* Atomics under GCC's older names, which GCC calls if it may not use instructions. libgcc has the
 * atomics on one and two bytes, except for cores without atomic instructions. These functions work
 * like those of atomic_object.c. */
#include "libc/atomic/object.h"
#include "omp/lock/atomic.h"

#define FETCH(bytes, type, operation)                                                              \
    type sync_fetch_and_##operation##_##bytes(type *at, type value) __asm__(                       \
        "__sync_fetch_and_" #operation "_" #bytes);                                                \
    type sync_fetch_and_##operation##_##bytes(type *at, type value) {                              \
        oc_atomic_take();                                                                          \
        type before = OC_FETCH_AND(operation, at, value);                                          \
        oc_atomic_give();                                                                          \
        return before;                                                                             \
    }                                                                                              \
    type sync_##operation##_and_fetch_##bytes(type *at, type value) __asm__("__sync_" #operation   \
                                                                            "_and_fetch_" #bytes); \
    type sync_##operation##_and_fetch_##bytes(type *at, type value) {                              \
        oc_atomic_take();                                                                          \
        type after = OC_AND_FETCH(operation, at, value);                                           \
        oc_atomic_give();                                                                          \
        return after;                                                                              \
    }

#define ALL(bytes, type)                                                                           \
    FETCH(bytes, type, add)                                                                        \
    FETCH(bytes, type, sub)                                                                        \
    FETCH(bytes, type, and)                                                                        \
    FETCH(bytes, type, or)                                                                         \
    FETCH(bytes, type, xor)                                                                        \
                                                                                                   \
    type sync_fetch_and_nand_##bytes(type *at,                                                     \
                                     type value) __asm__("__sync_fetch_and_nand_" #bytes);         \
    type sync_fetch_and_nand_##bytes(type *at, type value) {                                       \
        oc_atomic_take();                                                                          \
        type was = OC_FETCH_NAND(at, value);                                                       \
        oc_atomic_give();                                                                          \
        return was;                                                                                \
    }                                                                                              \
    type sync_nand_and_fetch_##bytes(type *at,                                                     \
                                     type value) __asm__("__sync_nand_and_fetch_" #bytes);         \
    type sync_nand_and_fetch_##bytes(type *at, type value) {                                       \
        return (type) ~(sync_fetch_and_nand_##bytes(at, value) & value);                           \
    }                                                                                              \
                                                                                                   \
    type sync_val_compare_and_swap_##bytes(type *at, type wanted, type desired) __asm__(           \
        "__sync_val_compare_and_swap_" #bytes);                                                    \
    type sync_val_compare_and_swap_##bytes(type *at, type wanted, type desired) {                  \
        oc_atomic_take();                                                                          \
        type before = OC_COMPARE_SWAP(at, wanted, desired);                                        \
        oc_atomic_give();                                                                          \
        return before;                                                                             \
    }                                                                                              \
                                                                                                   \
    bool sync_bool_compare_and_swap_##bytes(type *at, type wanted, type desired) __asm__(          \
        "__sync_bool_compare_and_swap_" #bytes);                                                   \
    bool sync_bool_compare_and_swap_##bytes(type *at, type wanted, type desired) {                 \
        return sync_val_compare_and_swap_##bytes(at, wanted, desired) == wanted;                   \
    }                                                                                              \
                                                                                                   \
    type sync_lock_test_and_set_##bytes(type *at,                                                  \
                                        type value) __asm__("__sync_lock_test_and_set_" #bytes);   \
    type sync_lock_test_and_set_##bytes(type *at, type value) {                                    \
        oc_atomic_take();                                                                          \
        type before = OC_TEST_AND_SET(at, value);                                                  \
        oc_atomic_give();                                                                          \
        return before;                                                                             \
    }

ALL(4, uint32_t)
#ifdef HAL_CHIP_ATOMIC_CALLS_H
ALL(1, uint8_t)
ALL(2, uint16_t)
#endif
