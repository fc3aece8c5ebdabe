/* Definitions of the atomics on one, two and four bytes that the compiler calls by name
 * (libatomic's interface). Each of them executes an instruction, or calls libgcc's LR/SC loops by
 * their older names (__sync_...); where cores have no atomic instructions, it calls the functions
 * of hal/chip/atomic.c. The macros ENTER and LEAVE surround this access; both may be empty. Every
 * memory order is treated as the strongest one. */
#ifndef LIBC_ATOMIC_OBJECT_H
#define LIBC_ATOMIC_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef HAL_CHIP_ATOMIC_CALLS_H
#define OC_FETCH_AND(operation, at, value) __atomic_fetch_##operation(at, value, __ATOMIC_SEQ_CST)
#define OC_AND_FETCH(operation, at, value) __atomic_##operation##_fetch(at, value, __ATOMIC_SEQ_CST)
#define OC_COMPARE_SWAP(at, wanted, desired)                                                       \
    ({                                                                                             \
        __typeof__(*(at)) found = (wanted);                                                        \
        __atomic_compare_exchange_n(at, &found, desired, false, __ATOMIC_SEQ_CST,                  \
                                    __ATOMIC_SEQ_CST);                                             \
        found;                                                                                     \
    })
#define OC_TEST_AND_SET(at, value) __atomic_exchange_n(at, value, __ATOMIC_ACQUIRE)
#define OC_STORE(at, value) (void)__atomic_exchange_n(at, value, __ATOMIC_SEQ_CST)
#else
#define OC_FETCH_AND(operation, at, value) __sync_fetch_and_##operation(at, value)
#define OC_AND_FETCH(operation, at, value) __sync_##operation##_and_fetch(at, value)
#define OC_COMPARE_SWAP(at, wanted, desired) __sync_val_compare_and_swap(at, wanted, desired)
#define OC_TEST_AND_SET(at, value) __sync_lock_test_and_set(at, value)
#define OC_STORE(at, value) __atomic_store_n(at, value, __ATOMIC_SEQ_CST)
#endif

#define ATOMIC_OPERATION(bytes, type, operation, ENTER, LEAVE)                                     \
    type fetch_##operation##_##bytes(type *at, type value,                                         \
                                     int order) __asm__("__atomic_fetch_" #operation "_" #bytes);  \
    type fetch_##operation##_##bytes(type *at, type value, int order) {                            \
        (void)order;                                                                               \
        ENTER;                                                                                     \
        type before = OC_FETCH_AND(operation, at, value);                                          \
        LEAVE;                                                                                     \
        return before;                                                                             \
    }                                                                                              \
    type operation##_fetch_##bytes(type *at, type value,                                           \
                                   int order) __asm__("__atomic_" #operation "_fetch_" #bytes);    \
    type operation##_fetch_##bytes(type *at, type value, int order) {                              \
        (void)order;                                                                               \
        ENTER;                                                                                     \
        type after = OC_AND_FETCH(operation, at, value);                                           \
        LEAVE;                                                                                     \
        return after;                                                                              \
    }

/* Stores ~(*at & value), and returns what was there before. No instruction does this. */
#define OC_FETCH_NAND(at, value)                                                                   \
    ({                                                                                             \
        __typeof__(*(at)) before = *(volatile __typeof__(*(at)) *)(at), seen;                      \
        while ((seen = OC_COMPARE_SWAP(at, before, (__typeof__(*(at)))~(before & (value)))) !=     \
               before)                                                                             \
            before = seen;                                                                         \
        before;                                                                                    \
    })

#define ATOMIC_UPDATES(bytes, type, ENTER, LEAVE)                                                  \
    ATOMIC_OPERATION(bytes, type, add, ENTER, LEAVE)                                               \
    ATOMIC_OPERATION(bytes, type, sub, ENTER, LEAVE)                                               \
    ATOMIC_OPERATION(bytes, type, and, ENTER, LEAVE)                                               \
    ATOMIC_OPERATION(bytes, type, or, ENTER, LEAVE)                                                \
    ATOMIC_OPERATION(bytes, type, xor, ENTER, LEAVE)                                               \
                                                                                                   \
    type fetch_nand_##bytes(type *at, type value,                                                  \
                            int order) __asm__("__atomic_fetch_nand_" #bytes);                     \
    type fetch_nand_##bytes(type *at, type value, int order) {                                     \
        (void)order;                                                                               \
        ENTER;                                                                                     \
        type was = OC_FETCH_NAND(at, value);                                                       \
        LEAVE;                                                                                     \
        return was;                                                                                \
    }                                                                                              \
    type nand_fetch_##bytes(type *at, type value,                                                  \
                            int order) __asm__("__atomic_nand_fetch_" #bytes);                     \
    type nand_fetch_##bytes(type *at, type value, int order) {                                     \
        return (type) ~(fetch_nand_##bytes(at, value, order) & value);                             \
    }                                                                                              \
                                                                                                   \
    type exchange_##bytes(type *at, type value, int order) __asm__("__atomic_exchange_" #bytes);   \
    type exchange_##bytes(type *at, type value, int order) {                                       \
        (void)order;                                                                               \
        ENTER;                                                                                     \
        type before = *(volatile type *)at, seen;                                                  \
        while ((seen = OC_COMPARE_SWAP(at, before, value)) != before)                              \
            before = seen;                                                                         \
        LEAVE;                                                                                     \
        return before;                                                                             \
    }                                                                                              \
                                                                                                   \
    bool compare_exchange_##bytes(type *at, type *expected, type desired, int success,             \
                                  int failure) __asm__("__atomic_compare_exchange_" #bytes);       \
    bool compare_exchange_##bytes(type *at, type *expected, type desired, int success,             \
                                  int failure) {                                                   \
        (void)success, (void)failure;                                                              \
        type wanted = *expected;                                                                   \
        ENTER;                                                                                     \
        *expected = OC_COMPARE_SWAP(at, wanted, desired);                                          \
        LEAVE;                                                                                     \
        return *expected == wanted;                                                                \
    }

#endif
