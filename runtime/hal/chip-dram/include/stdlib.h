/* The library's own allocations are in the tile: in its sources, malloc() is a macro that calls the
 * function in tile_heap.h. The library calls (malloc)(), which does not expand the macro, for
 * memory that the program itself frees. */
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
