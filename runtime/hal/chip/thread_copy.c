/* memcpy() of programs with threads. Data in another tile are copied by DMA. A load from another
 * tile takes about 20 cycles, during which the core waits. A DMA transfer of one line takes 110
 * cycles in total, and each further line takes a tenth of the cycles that loads would take. */
#include "hal/chip/copy.h"
#include "hal/chip/thread.h"

#include "hal/store.h"

/* Up to FEW_LOADED or FEW_STORED bytes, the core loads or stores the data itself. The limit for
 * stores is higher because stores do not wait for each other. */
#define FEW_LOADED 48
#define FEW_STORED 128

/* Takes the first free command buffer. The thread's record of its buffers (hal_thread_buffers)
 * cannot be used here: it is thread-local, and copies also set up the thread-local variables. */
static void transfer(uint32_t command, const void *near, const void *far, size_t bytes) {
    uint32_t next = dma_buffer_at(0), last = dma_last_buffer();
    dma_finish((uint32_t)dma_start_free(&next, last, command, near, hal_thread_global(far), bytes));
}

static __attribute__((noinline)) void *copy_far(void *to, const void *from, size_t bytes) {
    bool is_to_near = thread_is_near((uint32_t)to), is_from_near = thread_is_near((uint32_t)from);
    /* Either the source or the target of DMA must be in the core's tile. */
    if (is_to_near == is_from_near || (is_from_near && bytes < FEW_STORED))
        return copy_words(to, from, bytes);
    if (is_to_near)
        transfer(DMA_GET, to, from, bytes);
    else
        transfer(DMA_PUT, from, to, bytes);
    return to;
}

void *hal_thread_memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    if (__builtin_expect(bytes >= FEW_LOADED, 0))
        return copy_far(to, from, bytes);
    return copy_words(to, from, bytes);
}
