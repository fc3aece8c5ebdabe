/* The data cache of a core whose heap is in DRAM. */
#ifndef HAL_CHIP_DRAM_CACHE_H
#define HAL_CHIP_DRAM_CACHE_H

#include <stddef.h>
#include <stdint.h>

/* Has the calling core's data cache, which there must be, give up the lines of these bytes, after
 * it has written back what the core has stored there. So the core's next load finds what others
 * have written. */
void hal_cache_flush(uint32_t address, size_t bytes);

#endif
