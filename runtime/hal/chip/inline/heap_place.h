/* The heap is in the tile's memory. Where it is in DRAM (`onchip run --heap dram`), the twin of
 * this file in hal/chip-dram/include/ comes first in the include path. */
#ifndef HAL_CHIP_INLINE_HEAP_PLACE_H
#define HAL_CHIP_INLINE_HEAP_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "hal/chip/inline/self.h"

#define HEAP_IN_DRAM false

/* A core that sees this core's next store can read what it has stored before: stores to one tile
 * arrive in order. */
static inline void order_stores(void) {
    __asm__ volatile("" ::: "memory");
}

/* DMA takes every local address that there is. */
static inline bool is_bounced(const void *local) {
    (void)local;
    return false;
}

void hal_bounce(uint32_t buffer, uint32_t command, const void *local, uint32_t remote,
                uint32_t bytes);

/* Where malloc() gets memory: from `heap` to `heap_end`. */
typedef struct hal_process heap_record;

static inline const heap_record *heap_of_process(void) {
    return hal_self.process;
}

/* Bytes at the beginning of a controller's memory that the heaps have. */
static inline uint32_t heap_bytes_of(int controller, uint32_t bytes) {
    (void)controller, (void)bytes;
    return 0;
}

#endif
