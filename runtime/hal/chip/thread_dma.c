/* Transfers of threads, whose core may be far from what hal_self has. */
#include "hal/chip/dma.h"
#include "hal/hal.h"

static hal_transfer start_free(uint32_t command, const void *local, hal_address remote,
                               size_t bytes) {
    static _Thread_local uint32_t next, last;
    if (!last)
        next = last = dma_last_buffer();
    return dma_start_free(&next, last, command, local, remote, bytes);
}

hal_transfer hal_thread_put(hal_address to, const void *from, size_t bytes) {
    return start_free(DMA_PUT, from, to, bytes);
}

hal_transfer hal_thread_get(void *to, hal_address from, size_t bytes) {
    return start_free(DMA_GET, to, from, bytes);
}
