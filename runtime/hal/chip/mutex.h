/* The addresses of the mutexes of memory controllers. */
#ifndef HAL_CHIP_MUTEX_H
#define HAL_CHIP_MUTEX_H

#include "hal/chip/devices.h"

/* The number of mutexes that each DRAM controller reserves for atomic.c: those of cores without
 * atomic instructions. */
#ifdef __riscv_atomic
#define MUTEXES_FOR_ATOMICS 0
#else
#define MUTEXES_FOR_ATOMICS 1
#endif

static inline hal_address mutex_address(uint32_t controller, uint32_t number) {
    return device_window(register_read(REGISTER_TILES) + controller) +
           number * REGISTER_MUTEX_STRIDE;
}

#endif
