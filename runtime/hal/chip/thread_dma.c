/* Transfers of threads, whose core may be far from what hal_self has. */
#include "hal/chip/devices.h"
#include "hal/chip/dma.h"
#include "hal/hal.h"

static _Thread_local uint32_t next, last;

static hal_transfer start_free(uint32_t command, const void *local, hal_address remote,
                               size_t bytes) {
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

bool hal_thread_try_dequeue(hal_address queue, void *element, size_t bytes) {
    /* As hal_try_dequeue() does. */
    if (is_at_home(queue) && device_read(queue + REGISTER_QUEUE_COUNT) == 0)
        return false;
    if (!last)
        next = last = dma_last_buffer();
    dma_start(last, DMA_TRY_GET, element, queue + REGISTER_QUEUE_PORT, bytes);
    return dma_finish(last) == DMA_DONE;
}
