/* A memory is named by the number of its endpoint in the network: tiles come first, then memory
 * controllers. */
#ifndef HAL_CHIP_MEMORY_H
#define HAL_CHIP_MEMORY_H

#include "hal/chip/devices.h"

#define NO_ENDPOINT UINT32_MAX

/* Reads a register, REGISTER_MEMORY_…, in which a tile describes a memory controller. */
static inline uint32_t hal_controller_register(uint32_t tile, int controller, uint32_t offset) {
    return device_read(device_window(tile) + REGISTER_MEMORY +
                       (uint32_t)controller * REGISTER_MEMORY_STRIDE + offset);
}

uint32_t hal_endpoint_of_memory(int memory);        /* NO_ENDPOINT: there is no such memory */
uint32_t hal_endpoint_of_address(uint32_t address); /* NO_ENDPOINT: no memory has this address */

#endif
