/* What the library asks for itself lies in the tile: its malloc() is that of tile_heap.h. What the
 * program frees comes from (malloc)(), which is not a macro. */
#include_next <stdlib.h>

#ifndef HAL_CHIP_DRAM_STDLIB_H
#define HAL_CHIP_DRAM_STDLIB_H

#include "hal/chip-dram/tile_heap.h"

#define malloc(bytes) hal_tile_malloc(bytes)
#define calloc(count, bytes) hal_tile_calloc(count, bytes)
#define realloc(memory, bytes) hal_tile_realloc(memory, bytes)
#define aligned_alloc(alignment, bytes) hal_tile_aligned_alloc(alignment, bytes)
#define free(memory) hal_tile_free(memory)

#endif
