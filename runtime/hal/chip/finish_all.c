#include "hal/chip/inline/dma.h"
#include "hal/hal.h"

void hal_finish_all(void) {
    for (uint32_t buffer = dma_buffer_at(0); buffer <= hal_self.last_buffer;
         buffer += REGISTER_DMA_STRIDE)
        if (dma_status(buffer) == DMA_BUSY)
            dma_finish(buffer);
    hal_fence();
}
