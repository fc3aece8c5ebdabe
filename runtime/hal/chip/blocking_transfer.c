/* Compiled for speed. */
/* Transfers that wait for no others: by the command buffer that is kept for such. */
#include "hal/chip/inline/dma.h"
#include "hal/hal.h"

void hal_put_now(hal_address to, const void *from, size_t bytes) {
    dma_carry_out(DMA_PUT, from, to, bytes);
}

void hal_get_now(void *to, hal_address from, size_t bytes) {
    dma_carry_out(DMA_GET, to, from, bytes);
}

/* An only command buffer may be busy. */
void hal_drain(void) {
    if (dma_status(hal_self.last_buffer) == DMA_BUSY)
        dma_finish(hal_self.last_buffer);
    hal_fence();
}
