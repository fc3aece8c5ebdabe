/* Compiled for speed. */
/* memcpy() of programs with threads: what lies in another tile comes, or goes, by DMA. A load from
 * there takes a core about 20 cycles, and it waits for each; a transfer of a line takes it 110 in
 * all, and later lines take a tenth of what loads do. */
#include "hal/chip/copy.h"
#include "hal/chip/thread.h"

#include "hal/hal.h"

/* Fewer bytes are loaded, or stored, by the core: stores do not wait for each other. */
#define FEW_LOADED 48
#define FEW_STORED 128

/* Transfers with the first command buffer that is free: what a thread knows of its buffers is
 * thread-local, and copies make that, too. */
static void transfer(uint32_t command, const void *near, const void *far, size_t bytes) {
    uint32_t next = dma_buffer_at(0), last = dma_last_buffer();
    dma_finish((uint32_t)dma_start_free(&next, last, command, near, hal_thread_global(far), bytes));
}

static __attribute__((noinline)) void *copy_far(void *to, const void *from, size_t bytes) {
    bool is_to_near = thread_is_near((uint32_t)to), is_from_near = thread_is_near((uint32_t)from);
    /* DMA has one side next to the core. */
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
