/* The data cache of a core whose heap is in DRAM. */
#ifndef HAL_CHIP_DRAM_CACHE_H
#define HAL_CHIP_DRAM_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Writes back and drops those lines of the calling core's data cache that contain the `bytes` bytes
 * from `address` on. The core must have a data cache. Its next load from these bytes finds what
 * other cores have written. */
void hal_cache_flush(uint32_t address, size_t bytes);

#endif
