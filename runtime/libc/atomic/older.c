/* GCC's older names of atomics (__sync_...) that are neither instructions nor functions of libgcc:
 * those on eight bytes, and an exchange of one or two. */
#include <stdbool.h>
#include <stdint.h>

#define UPDATE(operation)                                                                          \
    uint64_t before_##operation(uint64_t *at,                                                      \
                                uint64_t value) __asm__("__sync_fetch_and_" #operation "_8");      \
    uint64_t before_##operation(uint64_t *at, uint64_t value) {                                    \
        return __atomic_fetch_##operation(at, value, __ATOMIC_SEQ_CST);                            \
    }                                                                                              \
    uint64_t after_##operation(uint64_t *at,                                                       \
                               uint64_t value) __asm__("__sync_" #operation "_and_fetch_8");       \
    uint64_t after_##operation(uint64_t *at, uint64_t value) {                                     \
        return __atomic_##operation##_fetch(at, value, __ATOMIC_SEQ_CST);                          \
    }

UPDATE(add)
UPDATE(sub)
UPDATE(and)
UPDATE(or)
UPDATE(xor)
UPDATE(nand)

uint64_t compare_swap(uint64_t *at, uint64_t expected,
                      uint64_t desired) __asm__("__sync_val_compare_and_swap_8");
uint64_t compare_swap(uint64_t *at, uint64_t expected, uint64_t desired) {
    __atomic_compare_exchange_n(at, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

bool is_swapped(uint64_t *at, uint64_t expected,
                uint64_t desired) __asm__("__sync_bool_compare_and_swap_8");
bool is_swapped(uint64_t *at, uint64_t expected, uint64_t desired) {
    return __atomic_compare_exchange_n(at, &expected, desired, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}

/* There is no exchange of eight bytes, because GCC compiles __sync_lock_release() of eight bytes to
 * nothing. */
#ifndef HAL_CHIP_ATOMIC_CALLS_H /* else omp/lock/atomic_sync.c has these */
#define TEST_AND_SET(bytes, type)                                                                  \
    type test_and_set_##bytes(type *at, type value) __asm__("__sync_lock_test_and_set_" #bytes);   \
    type test_and_set_##bytes(type *at, type value) {                                              \
        return __atomic_exchange_n(at, value, __ATOMIC_ACQUIRE);                                   \
    }

TEST_AND_SET(1, uint8_t)
TEST_AND_SET(2, uint16_t)
#endif
