/* Atomics on one and two bytes, which the compiler calls by name. libgcc has most of what they
 * need, with LR/SC on the word around, under the older names. Every order is the strongest. */
#include <stdbool.h>
#include <stdint.h>

#define FETCH(bytes, type, operation)                                                              \
    type fetch_##operation##_##bytes(type *at, type value,                                         \
                                     int order) __asm__("__atomic_fetch_" #operation "_" #bytes);  \
    type fetch_##operation##_##bytes(type *at, type value, int order) {                            \
        (void)order;                                                                               \
        return __sync_fetch_and_##operation(at, value);                                            \
    }                                                                                              \
    type operation##_fetch_##bytes(type *at, type value,                                           \
                                   int order) __asm__("__atomic_" #operation "_fetch_" #bytes);    \
    type operation##_fetch_##bytes(type *at, type value, int order) {                              \
        (void)order;                                                                               \
        return __sync_##operation##_and_fetch(at, value);                                          \
    }

#define NARROW(bytes, type)                                                                        \
    FETCH(bytes, type, add)                                                                        \
    FETCH(bytes, type, sub)                                                                        \
    FETCH(bytes, type, and)                                                                        \
    FETCH(bytes, type, or)                                                                         \
    FETCH(bytes, type, xor)                                                                        \
                                                                                                   \
    bool compare_exchange_##bytes(type *at, type *expected, type desired, bool weak, int success,  \
                                  int failure) __asm__("__atomic_compare_exchange_" #bytes);       \
    bool compare_exchange_##bytes(type *at, type *expected, type desired, bool weak, int success,  \
                                  int failure) {                                                   \
        (void)weak, (void)success, (void)failure;                                                  \
        type wanted = *expected;                                                                   \
        *expected = __sync_val_compare_and_swap(at, wanted, desired);                              \
        return *expected == wanted;                                                                \
    }                                                                                              \
                                                                                                   \
    type exchange_##bytes(type *at, type value, int order) __asm__("__atomic_exchange_" #bytes);   \
    type exchange_##bytes(type *at, type value, int order) {                                       \
        (void)order;                                                                               \
        type before = *at, seen;                                                                   \
        while ((seen = __sync_val_compare_and_swap(at, before, value)) != before)                  \
            before = seen;                                                                         \
        return before;                                                                             \
    }

NARROW(1, uint8_t)
NARROW(2, uint16_t)
