/* The compiler reads this file before each source of the library for cores without atomic
 * instructions. It makes the compiler call functions in place of atomic instructions. Their names
 * differ from those of the functions that a program's own atomics call
 * (omp/lock/atomic_object.c). */
#ifndef HAL_CHIP_ATOMIC_CALLS_H
#define HAL_CHIP_ATOMIC_CALLS_H
#ifndef __ASSEMBLER__

#define OC_UPDATE_CALL(name, bytes, type)                                                          \
    type __atomic_##name##_##bytes(volatile void *at, type value,                                  \
                                   int order) __asm__("__oc_atomic_" #name "_" #bytes);

#define OC_ATOMIC_CALLS(bytes, type)                                                               \
    OC_UPDATE_CALL(fetch_add, bytes, type)                                                         \
    OC_UPDATE_CALL(fetch_sub, bytes, type)                                                         \
    OC_UPDATE_CALL(fetch_and, bytes, type)                                                         \
    OC_UPDATE_CALL(fetch_or, bytes, type)                                                          \
    OC_UPDATE_CALL(fetch_xor, bytes, type)                                                         \
    OC_UPDATE_CALL(add_fetch, bytes, type)                                                         \
    OC_UPDATE_CALL(sub_fetch, bytes, type)                                                         \
    OC_UPDATE_CALL(and_fetch, bytes, type)                                                         \
    OC_UPDATE_CALL(or_fetch, bytes, type)                                                          \
    OC_UPDATE_CALL(xor_fetch, bytes, type)                                                         \
    OC_UPDATE_CALL(exchange, bytes, type)                                                          \
    _Bool __atomic_compare_exchange_##bytes(                                                       \
        volatile void *at, void *expected, type desired, _Bool weak, int success,                  \
        int failure) __asm__("__oc_atomic_compare_exchange_" #bytes);

OC_ATOMIC_CALLS(1, unsigned char)
OC_ATOMIC_CALLS(2, unsigned short)
OC_ATOMIC_CALLS(4, unsigned)

/* For a core without atomic instructions, GCC would compile __atomic_test_and_set() to a plain load
 * and a plain store, as if there were no other core. */
#define __atomic_test_and_set(flag, order)                                                         \
    ((_Bool)__atomic_exchange_n((volatile unsigned char *)(flag), 1, order))

#endif
#endif
