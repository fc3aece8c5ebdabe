/* This header replaces hal/chip/inline/heap_place.h in programs whose heap is in DRAM. */
#ifndef HAL_CHIP_INLINE_HEAP_PLACE_H
#define HAL_CHIP_INLINE_HEAP_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/chip/inline/registers.h"

#define HEAP_IN_DRAM true

/* The memories of controllers begin at this address. */
#define HEAP_CONTROLLERS 0xc0000000u

/* Stores to DRAM and stores to a tile are not ordered. A reader that sees a store to a tile must
 * find earlier stores to DRAM as well, so wait for those. A data cache writes its dirty bytes back
 * first. */
static inline void order_stores(void) {
    __asm__ volatile("fence w, w" ::: "memory");
}

/* Whether an address is in the part of the DRAM that the core's data cache stands before: the heap
 * of its process. */
static inline bool is_cached(uint32_t address) {
    return address >= HEAP_CONTROLLERS &&
           address - register_read(REGISTER_CACHE_START) < register_read(REGISTER_CACHE_BYTES);
}

/* Has the data cache, if there is one, forget what it has read. */
static inline void order_loads(void) {
    if (register_read(REGISTER_CACHE_LINE))
        __asm__ volatile("fence r, r" ::: "memory");
}

/* Lets the calling core's data cache, if there is one, stand before the heap of the process. */
void hal_begin_caching(void);

static inline void begin_caching(void) {
    if (register_read(REGISTER_CACHE_LINE))
        hal_begin_caching();
}

/* DMA needs its local side in the tile, so data in DRAM pass through two buffers there. */
static inline bool is_bounced(const void *local) {
    return (uint32_t)local >= HEAP_CONTROLLERS;
}

/* Starts a transfer as dma_start() does, for a local address in DRAM. Returns when the last piece
 * has been started. */
void hal_bounce(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                uint32_t bytes);

/* malloc() takes memory from `heap` to `heap_end`. From there to `end`, memory is never cached. */
typedef struct {
    uint32_t heap, heap_end, end;
} heap_record;

/* By this symbol, the loader recognises a program that needs DRAM. */
const heap_record *hal_heap_in_dram(void);

static inline const heap_record *heap_of_process(void) {
    return hal_heap_in_dram();
}

/* How many bytes heaps use at the beginning of a controller's memory: three quarters of each DRAM.
 * The rest is left to users of controllers' memories, such as onchip_dram(). */
static inline uint32_t heap_bytes_of(int controller, uint32_t bytes) {
    return (uint32_t)controller < register_read(REGISTER_DRAM_CONTROLLERS) ? bytes / 4 * 3 : 0;
}

#endif
