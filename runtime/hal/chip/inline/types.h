/* The types and macros that hal.h describes, as this implementation defines them. */
#ifndef HAL_CHIP_INLINE_TYPES_H
#define HAL_CHIP_INLINE_TYPES_H

#include <stdint.h>

typedef uint32_t hal_address;
/* The type of two words for hal/store.h. If a core has no registers of 64 bits, the access is split
 * into two. */
#if __riscv_flen == 64
typedef double hal_pair;
#else
typedef uint64_t hal_pair;
#endif

/* A message travels as one packet, to which the HAL adds no bytes of its own. */
#define HAL_MESSAGE_BYTES 64
#define HAL_MESSAGE_HEAD 0

/* Threads take no turns to call MPI: at most one thread of a process is in a call at a time. */
#define HAL_TURNS 0

/* HAL_INLINE functions are defined in other headers of this folder, which functions.h and store.h
 * include. */
#define HAL_INLINE static inline

#define HAL_READ(word) (*(word))
#define HAL_ACQUIRE __ATOMIC_RELAXED
#define HAL_ACQ_REL __ATOMIC_RELAXED
#define HAL_WRITE(word, value) (*(word) = (value))

/* The chip keeps accesses in order; this barrier makes the compiler keep the order, too. */
#define HAL_IN_ORDER() __asm__ volatile("" ::: "memory")
#define HAL_MUTEX_HASH(address) (address)

#endif
