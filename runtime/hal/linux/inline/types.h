/* The types and macros that hal.h describes, as this implementation defines them. */
#ifndef HAL_LINUX_INLINE_TYPES_H
#define HAL_LINUX_INLINE_TYPES_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t hal_address; /* place << 48 | rest (shared.h) */
/* Two pointers that are copied together (hal/store.h). */
typedef struct {
    uintptr_t words[2];
} __attribute__((may_alias)) hal_pair;

/* A message of up to 64 kB is copied through the receiver's inbox (lines.h). An element takes an
 * odd number of cache lines. This spreads the beginnings of elements over the sets of a cache. */
#define HAL_MESSAGE_BYTES 65600
#define HAL_MESSAGE_HEAD 8

/* Several threads of a process may be in calls of MPI at a time (hal/linux/turn.h). */
#define HAL_TURNS 1

/* On Linux, HAL_INLINE functions are ordinary functions of the library. */
#define HAL_INLINE extern

#define HAL_READ(word) __atomic_load_n(word, __ATOMIC_ACQUIRE)
#define HAL_ACQUIRE __ATOMIC_ACQUIRE
#define HAL_ACQ_REL __ATOMIC_ACQ_REL
#define HAL_WRITE(word, value) __atomic_store_n(word, value, __ATOMIC_RELEASE)
#define HAL_IN_ORDER() __atomic_thread_fence(__ATOMIC_ACQ_REL)
#define HAL_MUTEX_HASH(address) ((uint32_t)(address)*4)

#endif
