/* Atomics for cores without atomic instructions. Each function takes a hardware mutex; the address
 * of the object selects it among the last mutexes of the DRAM controllers. Plain stores by other
 * processes do not take the mutex. A value that has not changed is therefore not stored, because
 * this could undo such a store. */
#include "hal/chip/mutex.h"
#include "hal/hal.h"
#include "hal/store.h"

#ifndef __riscv_atomic

/* Objects that are within this many bytes of each other share a mutex. Objects in different
 * structures usually have different mutexes. */
#define CLASS_BYTES 32
#define CLASSES 4

static hal_address lock(const volatile void *object) {
    uint32_t controllers = register_read(REGISTER_DRAM_CONTROLLERS);
    uint32_t mutexes = register_read(REGISTER_MUTEXES);
    if (!controllers || !mutexes) {
        static const char message[] =
            "this program needs atomic instructions, or a DRAM controller "
            "with a mutex (dram.mutexes), and the chip has neither\n";
        hal_write(2, message, sizeof message - 1);
        hal_abort(1);
    }
    uint32_t class = hal_thread_global((const void *)object) / CLASS_BYTES % CLASSES;
    while (class >= controllers)
        class -= controllers;
    hal_address mutex = mutex_address(class, mutexes - 1);
    hal_mutex_lock(mutex);
    hal_acquire();
    return mutex;
}

#define FETCH(bytes, type, operation, result)                                                      \
    type fetch_##operation##_##bytes(volatile type *at, type value, int order) __asm__(            \
        "__oc_atomic_fetch_" #operation "_" #bytes);                                               \
    type fetch_##operation##_##bytes(volatile type *at, type value, int order) {                   \
        (void)order;                                                                               \
        hal_address mutex = lock(at);                                                              \
        type before = *at, after = (type)(result);                                                 \
        if (after != before)                                                                       \
            *at = after;                                                                           \
        hal_mutex_unlock(mutex);                                                                   \
        return before;                                                                             \
    }

#define UPDATE_AND_FETCH(bytes, type, operation, result)                                           \
    FETCH(bytes, type, operation, result)                                                          \
    type operation##_fetch_##bytes(volatile type *at, type value,                                  \
                                   int order) __asm__("__oc_atomic_" #operation "_fetch_" #bytes); \
    type operation##_fetch_##bytes(volatile type *at, type value, int order) {                     \
        type before = fetch_##operation##_##bytes(at, value, order);                               \
        return (type)(result);                                                                     \
    }

#define ATOMICS(bytes, type)                                                                       \
    UPDATE_AND_FETCH(bytes, type, add, before + value)                                             \
    UPDATE_AND_FETCH(bytes, type, sub, before - value)                                             \
    UPDATE_AND_FETCH(bytes, type, and, before &value)                                              \
    UPDATE_AND_FETCH(bytes, type, or, before | value)                                              \
    UPDATE_AND_FETCH(bytes, type, xor, before ^ value)                                             \
                                                                                                   \
    type exchange_##bytes(volatile type *at, type value,                                           \
                          int order) __asm__("__oc_atomic_exchange_" #bytes);                      \
    type exchange_##bytes(volatile type *at, type value, int order) {                              \
        (void)order;                                                                               \
        hal_address mutex = lock(at);                                                              \
        type before = *at;                                                                         \
        if (value != before)                                                                       \
            *at = value;                                                                           \
        hal_mutex_unlock(mutex);                                                                   \
        return before;                                                                             \
    }                                                                                              \
                                                                                                   \
    bool compare_exchange_##bytes(volatile type *at, type *expected, type desired, bool weak,      \
                                  int success,                                                     \
                                  int failure) __asm__("__oc_atomic_compare_exchange_" #bytes);    \
    bool compare_exchange_##bytes(volatile type *at, type *expected, type desired, bool weak,      \
                                  int success, int failure) {                                      \
        (void)weak, (void)success, (void)failure;                                                  \
        hal_address mutex = lock(at);                                                              \
        type before = *at;                                                                         \
        bool is_equal = before == *expected;                                                       \
        if (is_equal && desired != before)                                                         \
            *at = desired;                                                                         \
        hal_mutex_unlock(mutex);                                                                   \
        *expected = before;                                                                        \
        return is_equal;                                                                           \
    }

ATOMICS(1, uint8_t)
ATOMICS(2, uint16_t)
ATOMICS(4, uint32_t)

#endif
