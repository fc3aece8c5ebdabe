/* Looking after transfers: an instruction or two, in the path of every long message. */
#ifndef HAL_CHIP_INLINE_TRANSFER_H
#define HAL_CHIP_INLINE_TRANSFER_H

#include "hal/chip/inline/dma.h"

static inline bool hal_done(hal_transfer transfer) {
    bool done = dma_status((uint32_t)transfer) != DMA_BUSY;
    /* The data are read after it. */
    __asm__ volatile("" ::: "memory");
    return done;
}

static inline bool hal_is_direct(void) {
    return !HEAP_IN_DRAM;
}

#endif
