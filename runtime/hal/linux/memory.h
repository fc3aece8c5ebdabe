#ifndef HAL_LINUX_MEMORY_H
#define HAL_LINUX_MEMORY_H

#include <stdint.h>

/* The memory that an address from hal_memory_address() names; −1: none. */
int hal_memory_of(uint32_t address);

#endif
