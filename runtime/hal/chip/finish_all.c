#include "hal/chip/inline/dma.h"
#include "hal/hal.h"

void hal_finish_all(void) {
    uint32_t buffer = dma_buffer_at(0), last = hal_self.last_buffer;
    do {
        if (__builtin_expect(dma_status(buffer) == DMA_BUSY, false))
            dma_finish(buffer);
        buffer += REGISTER_DMA_STRIDE;
    } while (buffer <= last);
    hal_fence();
}
