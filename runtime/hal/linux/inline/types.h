/* What hal.h leaves to the implementation: types and macros. */
#ifndef HAL_LINUX_INLINE_TYPES_H
#define HAL_LINUX_INLINE_TYPES_H

#include <stdint.h>

typedef uint64_t hal_address; /* place in the upper 16 bits, pointer in the lower 48 */

/* A function of the library. */
#define HAL_INLINE extern

#define HAL_IN_ORDER() __atomic_thread_fence(__ATOMIC_ACQ_REL)

/* A multiple of 4 that is small, and most often another one for another mutex. */
#define HAL_MUTEX_HASH(address) ((uint32_t)(address)*4)

#endif
