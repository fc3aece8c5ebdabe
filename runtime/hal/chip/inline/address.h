/* The memory map, as seen by one process. */
#ifndef HAL_CHIP_INLINE_ADDRESS_H
#define HAL_CHIP_INLINE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/chip/inline/registers.h"

#define DATA_WINDOW 0x10000000u

/* Code and constants can be read by the process' own network interface but not by those of
 * others. */
static inline bool is_constant(const void *object) {
    return (uint32_t)object < DATA_WINDOW;
}

static inline bool is_windowed(const void *object) {
    return (uint32_t)object >> 28 == DATA_WINDOW >> 28;
}

/* The global address of code, of a constant or of an object in the data window; 0 if other
 * processes cannot reach it. */
hal_address hal_global_of_static(const void *object);

/* Stack, heap and shared block have global addresses already, all in the upper half of the address
 * space. */
static inline hal_address hal_global(const void *object) {
    return (int32_t)object < 0 ? (hal_address)object : hal_global_of_static(object);
}

static inline hal_address hal_thread_global(const void *object) {
    if (is_windowed(object))
        return (hal_address)object - DATA_WINDOW + register_read(REGISTER_DATA_BASE);
    return is_constant(object) ? 0 : (hal_address)object;
}

#endif
