/* The data cache of a core whose heap is in DRAM. */
#ifndef HAL_CHIP_DRAM_CACHE_H
#define HAL_CHIP_DRAM_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Writes back and drops the lines of `bytes` bytes from `address` on in the calling core's data
 * cache, which must exist. Afterwards the core's next load from these lines finds what other cores
 * have written. */
void hal_cache_flush(uint32_t address, size_t bytes);

#endif
