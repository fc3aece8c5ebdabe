/* The memory map, as seen by one process. */
#ifndef HAL_CHIP_INLINE_ADDRESS_H
#define HAL_CHIP_INLINE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/chip/inline/registers.h"

#define DATA_WINDOW 0x10000000u

/* Only the process' own network interface can read its code and constants; the interfaces of other
 * processes cannot. */
static inline bool is_constant(const void *object) {
    return (uint32_t)object < DATA_WINDOW;
}

static inline bool is_windowed(const void *object) {
    return (uint32_t)object >> 28 == DATA_WINDOW >> 28;
}

/* The global address of code, of a constant or of an object in the data window; 0 if other
 * processes cannot reach it. */
hal_address hal_global_of_static(const void *object);

#endif
