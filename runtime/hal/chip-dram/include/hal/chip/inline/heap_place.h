/* The heap is in DRAM: the twin of hal/chip/inline/heap_place.h. */
#ifndef HAL_CHIP_INLINE_HEAP_PLACE_H
#define HAL_CHIP_INLINE_HEAP_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/chip/inline/registers.h"

#define HEAP_IN_DRAM true

/* Memories of controllers begin here. */
#define HEAP_CONTROLLERS 0xc0000000u

/* Stores to DRAM and to a tile are not ordered: a reader told by the second must find the first. */
static inline void order_stores(void) {
    __asm__ volatile("fence" ::: "memory");
}

/* DMA has one side in the tile: what is in DRAM passes through two buffers there. */
static inline bool is_bounced(const void *local) {
    return (uint32_t)local >= HEAP_CONTROLLERS;
}

/* Starts a transfer as dma_start() does, for a local address in DRAM. Returns when the last piece
 * is on its way. */
void hal_bounce(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                uint32_t bytes);

/* Where malloc() gets memory: from `heap` to `heap_end`. */
typedef struct {
    uint32_t heap, heap_end;
} heap_record;

/* The loader knows by this symbol that the program needs DRAM. */
const heap_record *hal_heap_in_dram(void);

static inline const heap_record *heap_of_process(void) {
    return hal_heap_in_dram();
}

/* Bytes at the beginning of a controller's memory that the heaps have: of DRAM three quarters. The
 * rest is for users of controllers' memories, such as onchip_dram(). */
static inline uint32_t heap_bytes_of(int controller, uint32_t bytes) {
    return (uint32_t)controller < register_read(REGISTER_DRAM_CONTROLLERS) ? bytes / 4 * 3 : 0;
}

#endif
