/* Transfers that never wait for other transfers. They use the command buffer that is reserved for
 * them. */
#include "hal/chip/inline/dma.h"
#include "hal/hal.h"

void hal_put_now(hal_address to, const void *from, size_t bytes) {
    dma_carry_out(DMA_PUT, from, to, bytes);
}

void hal_get_now(void *to, hal_address from, size_t bytes) {
    dma_carry_out(DMA_GET, to, from, bytes);
}

/* Waits for the reserved buffer. It can be busy only if it is the chip's only buffer, because
 * ordinary transfers then use it, too. */
void hal_drain(void) {
    if (dma_status(hal_self.last_buffer) == DMA_BUSY)
        dma_finish(hal_self.last_buffer);
    hal_fence();
}
