/* memset() of programs whose heap is in DRAM. A store to DRAM takes 30 cycles; DMA fills a line in
 * 50. */
#pragma GCC optimize("no-tree-loop-distribute-patterns", "no-tree-scev-cprop")

#include <string.h>

#include "hal/chip-dram/through.h"
#include "hal/chip/inline/dma.h"
#include "hal/chip/thread.h"
#include "hal/store.h"

/* From this number of bytes on, the function uses DMA. The core itself stores fewer bytes. */
#define FEW 32

typedef uint32_t __attribute__((may_alias)) word;

static __attribute__((noinline)) void fill_far(void *to, int value, size_t bytes) {
    uint32_t next = dma_buffer_at(0), buffer = dma_take(&next, dma_last_buffer());
    hal_fill(buffer, hal_thread_global(to), value, bytes);
    dma_finish(buffer);
}

void *memset(void *to, int value, size_t bytes) {
    char *target = to, *end = target + bytes;
    if (bytes >= FEW && !thread_is_near((uint32_t)to) && !is_cached((uint32_t)to)) {
        fill_far(to, value, bytes);
        return to;
    }
    uint32_t pattern = (uint8_t)value * 0x01010101u;
    while (target != end && (uintptr_t)target & 3)
        *target++ = (char)value;
    while (end - target >= 16) {
        for (int i = 0; i < 4; i++)
            ((word *)target)[i] = pattern;
        target += 16;
    }
    while (end - target >= 4) {
        *(word *)target = pattern;
        target += 4;
    }
    while (target != end)
        *target++ = (char)value;
    return to;
}
