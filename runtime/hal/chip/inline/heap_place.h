/* The place of the heap. In this version, it is the tile's memory. With `onchip run --heap dram`,
 * the include path first finds the header with this name in hal/chip-dram/include/. */
#ifndef HAL_CHIP_INLINE_HEAP_PLACE_H
#define HAL_CHIP_INLINE_HEAP_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/chip/inline/self.h"

#define HEAP_IN_DRAM false

/* Keeps the order of this core's stores. Only the compiler could change it: the chip keeps the
 * order of stores to one tile by itself. A core that sees a later store can therefore read all
 * earlier ones. */
static inline void order_stores(void) {
    __asm__ volatile("" ::: "memory");
}

/* Does nothing, because the core has no cached copies of memory that other processes write. */
static inline void order_loads(void) {}

static inline bool is_cached(uint32_t address) {
    (void)address;
    return false;
}

/* Converts the address of a variable, or an address above the data window, to a global address.
 * This is a macro, because a function would change the compiler's register allocation. */
#define GLOBAL_OF(address) ((hal_address)(address))

static inline void begin_memory(void) {}

/* DMA takes every local address, so no transfer needs buffers in between. */
static inline bool is_bounced(const void *local) {
    (void)local;
    return false;
}

void hal_bounce(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                uint32_t bytes);

/* malloc() takes memory from `heap` to `heap_end`. */
typedef struct hal_process heap_record;

static inline const heap_record *heap_of_process(void) {
    return hal_self.process;
}

/* The heap is not below this address. */
static inline uint32_t least_heap_address(void) {
    return hal_self.process->heap;
}

/* The number of bytes at the beginning of a controller's memory that heaps use: none, because heaps
 * are in the tiles. */
static inline uint32_t heap_bytes_of(int controller, uint32_t bytes) {
    (void)controller, (void)bytes;
    return 0;
}

#endif
