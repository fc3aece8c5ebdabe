/* memcpy() of programs whose heap is in DRAM, with or without threads. If the source or the target
 * is outside the tile and not cached, DMA makes the copy. With loads and stores, the core would
 * wait 50 cycles for each word that it loads from there, and 30 cycles for each word that it stores
 * there. */
#include "hal/chip/copy.h"
#include "hal/chip-dram/through.h"
#include "hal/chip/thread.h"

#include "hal/chip/inline/dma.h"
#include "hal/store.h"

/* From this number of bytes on, the function uses DMA. The core itself copies fewer bytes. */
#define FEW 16

static __attribute__((noinline)) void copy_far(void *to, const void *from, size_t bytes,
                                               bool is_to_near, bool is_from_near) {
    uint32_t next = dma_buffer_at(0), last = dma_last_buffer();
    uint32_t buffer = dma_take(&next, last);
    if (is_to_near)
        dma_start(buffer, DMA_GET, to, hal_thread_global(from), bytes);
    else if (is_from_near)
        dma_start(buffer, DMA_PUT, from, hal_thread_global(to), bytes);
    else
        hal_copy_through(buffer, hal_thread_global(to), hal_thread_global(from), bytes);
    dma_finish(buffer);
}

void *hal_memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    if (bytes >= FEW) {
        bool is_to_near = thread_is_near((uint32_t)to),
             is_from_near = thread_is_near((uint32_t)from);
        if (!(is_to_near || is_cached((uint32_t)to)) ||
            !(is_from_near || is_cached((uint32_t)from))) {
            copy_far(to, from, bytes, is_to_near, is_from_near);
            return to;
        }
    }
    return copy_words(to, from, bytes);
}
