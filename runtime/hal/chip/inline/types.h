/* What hal.h leaves to the implementation: types and macros. */
#ifndef HAL_CHIP_INLINE_TYPES_H
#define HAL_CHIP_INLINE_TYPES_H

#include <stdint.h>

typedef uint32_t hal_address;

/* Defined in inline/functions.h. */
#define HAL_INLINE static inline

/* The chip keeps these accesses in order; the compiler must, too. */
#define HAL_IN_ORDER() __asm__ volatile("" ::: "memory")

/* A multiple of 4 that is small, and most often another one for another mutex. */
#define HAL_MUTEX_HASH(address) (address)

#endif
