#include "hal/chip/devices.h"
#include "hal/chip/inline/dma.h"
#include "hal/store.h"

_Thread_local struct hal_thread_buffers hal_thread_buffers;

bool hal_thread_try_dequeue(hal_address queue, void *element, size_t bytes) {
    /* If the queue is in this tile and empty, reading its count costs less than a transfer (see
     * hal_try_dequeue()). */
    if (is_at_home(queue) && device_read(queue + REGISTER_QUEUE_COUNT) == 0)
        return false;
    uint32_t last = thread_buffers_found()->last;
    dma_start(last, DMA_TRY_GET, element, queue + REGISTER_QUEUE_PORT, bytes);
    return dma_finish(last) == DMA_DONE;
}
