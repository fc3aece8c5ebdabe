/* A transfer's handle is the address of its command buffer. Once the transfer is complete, the
 * buffer may be reused before the handle is tested. The test then waits for the later transfer, so
 * its answer may come late but is never wrong. */
#include "hal/chip/inline/dma.h"

#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"
#include "hal/hal.h"

int hal_transfers(void) {
    uint32_t others = (hal_self.last_buffer - dma_buffer_at(0)) / REGISTER_DMA_STRIDE;
    return others ? (int)others : 1;
}

static hal_transfer start_free(uint32_t command, const void *local, hal_address remote,
                               size_t bytes) {
    return dma_start_free(&hal_self.next_buffer, hal_self.last_buffer, command, local, remote,
                          bytes);
}

hal_transfer hal_put(hal_address to, const void *from, size_t bytes) {
    return start_free(DMA_PUT, from, to, bytes);
}

hal_transfer hal_enqueue_start(hal_address queue, const void *element, size_t bytes) {
    return start_free(DMA_PUT, element, queue + REGISTER_QUEUE_PORT, bytes);
}

hal_transfer hal_get(void *to, hal_address from, size_t bytes) {
    return start_free(DMA_GET, to, from, bytes);
}

/* The transfer takes the buffer that is reserved for short transfers. It then waits at most for
 * another short transfer, and not for long ones, which may be less urgent. */
hal_transfer hal_put_at(int priority, hal_address to, const void *from, size_t bytes) {
    dma_start(hal_self.last_buffer, DMA_PUT + DMA_LEVEL(priority), from, to, bytes);
    return (int)hal_self.last_buffer;
}

hal_transfer hal_get_at(int priority, void *to, hal_address from, size_t bytes) {
    return start_free(DMA_GET + DMA_LEVEL(priority), to, from, bytes);
}

void hal_finish(hal_transfer transfer) {
    dma_finish((uint32_t)transfer);
}
