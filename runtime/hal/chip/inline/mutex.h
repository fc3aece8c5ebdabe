/* To ask for a mutex takes one load, which returns 0 to the core that gets it. */
#ifndef HAL_CHIP_INLINE_MUTEX_H
#define HAL_CHIP_INLINE_MUTEX_H

#include <stdbool.h>

static inline bool hal_mutex_try(hal_address mutex) {
    return *(volatile uint32_t *)mutex == 0;
}

#endif
