/* This header replaces hal/chip/inline/heap_place.h in programs whose heap is in DRAM. */
#ifndef HAL_CHIP_INLINE_HEAP_PLACE_H
#define HAL_CHIP_INLINE_HEAP_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/chip/inline/registers.h"

#define HEAP_IN_DRAM true

/* The memories of controllers begin at this address. */
#define HEAP_CONTROLLERS 0xc0000000u

/* A reader that sees a store to a tile must also see earlier stores to DRAM. The chip does not
 * order the two, so this function waits until the stores to DRAM have arrived. If the core has a
 * data cache, its dirty bytes are written back first. */
static inline void order_stores(void) {
    __asm__ volatile("fence w, w" ::: "memory");
}

/* With --data dram, the variables of the program are in DRAM. Each core of the process reaches them
 * through a window that begins at this address (link/far-data.ld). Without --data dram, the window
 * has no bytes. */
#define FAR_DATA 0xf0000000u
/* This symbol is weak, so that its address is 0 in a program that has no variables in DRAM. */
extern const char __far_data_bytes[] __attribute__((weak));

static inline bool is_far_data(uint32_t address) {
    return address - FAR_DATA < (uint32_t)__far_data_bytes;
}

/* Converts an address above the beginning of the data window to a global address. Only the address
 * of a variable in DRAM changes. */
static inline uint32_t global_of(uint32_t address) {
    return is_far_data(address) ? address - FAR_DATA + register_read(REGISTER_FAR_DATA_BASE)
                                : address;
}

#define GLOBAL_OF(object) global_of((uint32_t)(object))

/* Whether the core's data cache covers an address, because the address is in the heap of its
 * process or in the far data window. */
static inline bool is_cached(uint32_t address) {
    if (address < HEAP_CONTROLLERS)
        return false;
    if (is_far_data(address))
        return register_read(REGISTER_CACHE_LINE);
    return address - register_read(REGISTER_CACHE_START) < register_read(REGISTER_CACHE_BYTES);
}

/* Makes the core's data cache, if it has one, drop the lines that it has loaded. */
static inline void order_loads(void) {
    if (register_read(REGISTER_CACHE_LINE))
        __asm__ volatile("fence r, r" ::: "memory");
}

/* Makes the calling core's data cache, if it has one, cover the heap of the process, and opens the
 * far data window. Thread 0 also gives the variables in this window their initial values. */
void hal_begin_memory(void);

static inline void begin_memory(void) {
    if (register_read(REGISTER_CACHE_LINE) || __far_data_bytes)
        hal_begin_memory();
}

/* The local side of a DMA transfer must be in the tile. Data in DRAM therefore pass through buffers
 * in the tile. */
static inline bool is_bounced(const void *local) {
    return (uint32_t)local >= HEAP_CONTROLLERS;
}

/* Starts a transfer as dma_start() does, for a local address in DRAM. Returns when the last piece
 * has been started. */
void hal_bounce(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                uint32_t bytes);

/* A process' share of the DRAM. It begins with those variables of the program that are in DRAM.
 * malloc() takes memory from `heap` to `heap_end`. The memory from `heap_end` to `end` is never
 * cached. */
typedef struct {
    uint32_t data, heap, heap_end, end;
} heap_record;

/* The loader looks for this symbol: a program that defines it needs DRAM. */
const heap_record *hal_heap_in_dram(void);

static inline const heap_record *heap_of_process(void) {
    return hal_heap_in_dram();
}

/* The heap is not below this address. */
static inline uint32_t least_heap_address(void) {
    return HEAP_CONTROLLERS;
}

/* The number of bytes at the beginning of a controller's memory that heaps use: three quarters of
 * each DRAM. The rest is left to users of controllers' memories, such as onchip_dram(). */
static inline uint32_t heap_bytes_of(int controller, uint32_t bytes) {
    return (uint32_t)controller < register_read(REGISTER_DRAM_CONTROLLERS) ? bytes / 4 * 3 : 0;
}

#endif
