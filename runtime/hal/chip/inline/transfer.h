/* Tests of transfers. They are inline because every long message uses them; each takes an
 * instruction or two. */
#ifndef HAL_CHIP_INLINE_TRANSFER_H
#define HAL_CHIP_INLINE_TRANSFER_H

#include "hal/chip/inline/dma.h"

static inline bool hal_done(hal_transfer transfer) {
    bool done = dma_status((uint32_t)transfer) != DMA_BUSY;
    /* Data must be read after the test. */
    __asm__ volatile("" ::: "memory");
    return done;
}

static inline bool hal_is_direct(void) {
    return !HEAP_IN_DRAM;
}

#endif
