/* Definitions of the atomics on one, two and four bytes that the compiler calls by name
 * (libatomic's interface). Between ENTER and LEAVE, which may be empty, each executes an
 * instruction or calls libgcc's LR/SC loops by their older names. Every memory order is treated as
 * the strongest. */
#ifndef LIBC_ATOMIC_OBJECT_H
#define LIBC_ATOMIC_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

#define ATOMIC_OPERATION(bytes, type, operation, ENTER, LEAVE)                                     \
    type fetch_##operation##_##bytes(type *at, type value,                                         \
                                     int order) __asm__("__atomic_fetch_" #operation "_" #bytes);  \
    type fetch_##operation##_##bytes(type *at, type value, int order) {                            \
        (void)order;                                                                               \
        ENTER;                                                                                     \
        type before = __sync_fetch_and_##operation(at, value);                                     \
        LEAVE;                                                                                     \
        return before;                                                                             \
    }                                                                                              \
    type operation##_fetch_##bytes(type *at, type value,                                           \
                                   int order) __asm__("__atomic_" #operation "_fetch_" #bytes);    \
    type operation##_fetch_##bytes(type *at, type value, int order) {                              \
        (void)order;                                                                               \
        ENTER;                                                                                     \
        type after = __sync_##operation##_and_fetch(at, value);                                    \
        LEAVE;                                                                                     \
        return after;                                                                              \
    }

#define ATOMIC_UPDATES(bytes, type, ENTER, LEAVE)                                                  \
    ATOMIC_OPERATION(bytes, type, add, ENTER, LEAVE)                                               \
    ATOMIC_OPERATION(bytes, type, sub, ENTER, LEAVE)                                               \
    ATOMIC_OPERATION(bytes, type, and, ENTER, LEAVE)                                               \
    ATOMIC_OPERATION(bytes, type, or, ENTER, LEAVE)                                                \
    ATOMIC_OPERATION(bytes, type, xor, ENTER, LEAVE)                                               \
                                                                                                   \
    type exchange_##bytes(type *at, type value, int order) __asm__("__atomic_exchange_" #bytes);   \
    type exchange_##bytes(type *at, type value, int order) {                                       \
        (void)order;                                                                               \
        ENTER;                                                                                     \
        type before = *(volatile type *)at, seen;                                                  \
        while ((seen = __sync_val_compare_and_swap(at, before, value)) != before)                  \
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
        *expected = __sync_val_compare_and_swap(at, wanted, desired);                              \
        LEAVE;                                                                                     \
        return *expected == wanted;                                                                \
    }

#endif
