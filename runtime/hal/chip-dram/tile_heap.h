/* A heap in the tile for the library's own requests, such as stacks and messages, because a load
 * from DRAM takes ten times as long. Large requests go to the program's heap, and so do all
 * requests once this heap is full. On a chip with data caches, requests that get no memory in the
 * tile first try a part of DRAM that is never cached, because other cores write into some of these
 * blocks. If that part has no room, requests for more than 1 kB get cached memory. */
#ifndef HAL_CHIP_DRAM_TILE_HEAP_H
#define HAL_CHIP_DRAM_TILE_HEAP_H

#include <stddef.h>

void *hal_tile_malloc(size_t bytes);
void *hal_tile_calloc(size_t count, size_t bytes);
void *hal_tile_realloc(void *memory, size_t bytes);
void *hal_tile_aligned_alloc(size_t alignment, size_t bytes);
void hal_tile_free(void *memory);

#endif
