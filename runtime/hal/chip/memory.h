/* Memories by the endpoint of the network that they are behind: tiles, then memory controllers. */
#ifndef HAL_CHIP_MEMORY_H
#define HAL_CHIP_MEMORY_H

#include <stdint.h>

#define NO_ENDPOINT UINT32_MAX

/* A register, REGISTER_MEMORY_…, of what a tile knows of a memory controller. */
uint32_t hal_controller_register(uint32_t tile, int controller, uint32_t offset);

uint32_t hal_endpoint_of_memory(int memory);        /* NO_ENDPOINT: none */
uint32_t hal_endpoint_of_address(uint32_t address); /* NO_ENDPOINT: none */

#endif
