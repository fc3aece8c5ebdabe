/* Atomics on one, two and four bytes that the compiler calls by name where it must not use
 * instructions: those of C (11, 7.17), and atomic read and write. They keep out who updates a
 * variable with the lock of atomic. What they do under it is an instruction all the same, so that
 * they are atomic with those of others, too: another process of the job, a file that has been
 * compiled otherwise. Those on eight bytes stay what they are. */
#include <stdint.h>

#include "omp/lock/atomic.h"

#define FETCH(bytes, type, operation)                                                              \
    type fetch_##operation##_##bytes(type *at, type value,                                         \
                                     int order) __asm__("__atomic_fetch_" #operation "_" #bytes);  \
    type fetch_##operation##_##bytes(type *at, type value, int order) {                            \
        (void)order;                                                                               \
        oc_atomic_take();                                                                          \
        type before = __sync_fetch_and_##operation(at, value);                                     \
        oc_atomic_give();                                                                          \
        return before;                                                                             \
    }                                                                                              \
    type operation##_fetch_##bytes(type *at, type value,                                           \
                                   int order) __asm__("__atomic_" #operation "_fetch_" #bytes);    \
    type operation##_fetch_##bytes(type *at, type value, int order) {                              \
        (void)order;                                                                               \
        oc_atomic_take();                                                                          \
        type after = __sync_##operation##_and_fetch(at, value);                                    \
        oc_atomic_give();                                                                          \
        return after;                                                                              \
    }

/* Nobody sees half of a word, so a load waits for nobody. */
#define OBJECT(bytes, type)                                                                        \
    FETCH(bytes, type, add)                                                                        \
    FETCH(bytes, type, sub)                                                                        \
    FETCH(bytes, type, and)                                                                        \
    FETCH(bytes, type, or)                                                                         \
    FETCH(bytes, type, xor)                                                                        \
                                                                                                   \
    type load_##bytes(const type *at, int order) __asm__("__atomic_load_" #bytes);                 \
    type load_##bytes(const type *at, int order) {                                                 \
        return order == __ATOMIC_RELAXED ? __atomic_load_n(at, __ATOMIC_RELAXED)                   \
                                         : __atomic_load_n(at, __ATOMIC_SEQ_CST);                  \
    }                                                                                              \
                                                                                                   \
    void store_##bytes(type *at, type value, int order) __asm__("__atomic_store_" #bytes);         \
    void store_##bytes(type *at, type value, int order) {                                          \
        (void)order;                                                                               \
        oc_atomic_take();                                                                          \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                             \
        oc_atomic_give();                                                                          \
    }                                                                                              \
                                                                                                   \
    type exchange_##bytes(type *at, type value, int order) __asm__("__atomic_exchange_" #bytes);   \
    type exchange_##bytes(type *at, type value, int order) {                                       \
        (void)order;                                                                               \
        oc_atomic_take();                                                                          \
        type before = *(volatile type *)at, seen;                                                  \
        while ((seen = __sync_val_compare_and_swap(at, before, value)) != before)                  \
            before = seen;                                                                         \
        oc_atomic_give();                                                                          \
        return before;                                                                             \
    }                                                                                              \
                                                                                                   \
    bool compare_exchange_##bytes(type *at, type *expected, type desired, int success,             \
                                  int failure) __asm__("__atomic_compare_exchange_" #bytes);       \
    bool compare_exchange_##bytes(type *at, type *expected, type desired, int success,             \
                                  int failure) {                                                   \
        (void)success, (void)failure;                                                              \
        type wanted = *expected;                                                                   \
        oc_atomic_take();                                                                          \
        *expected = __sync_val_compare_and_swap(at, wanted, desired);                              \
        oc_atomic_give();                                                                          \
        return *expected == wanted;                                                                \
    }

OBJECT(1, uint8_t)
OBJECT(2, uint16_t)
OBJECT(4, uint32_t)
