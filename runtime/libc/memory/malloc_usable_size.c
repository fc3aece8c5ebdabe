#include <malloc.h>
#include <string.h>

#include "libc/memory/chunk.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

WEAK size_t malloc_usable_size(void *block) {
    return block ? size_of(chunk_of(block)) - HEADER : 0;
}

/* picolibc's malloc_stats() prints this structure. */
struct mallinfo __oc_mallinfo(void) {
    struct mallinfo info;
    memset(&info, 0, sizeof info);
    __oc_heap_lock();
    const struct heap *heap = &__oc_heap;
    if (heap->end - heap->top > (ptrdiff_t)HEADER) {
        info.ordblks = 1;
        info.fordblks = (size_t)(heap->end - heap->top) - HEADER;
    }
    for (int bin = 0; bin < BINS; bin++) {
        for (const struct chunk *chunk = heap->bins[bin]; chunk; chunk = chunk->next) {
            info.ordblks++;
            info.fordblks += chunk->head;
        }
    }
    if (heap->end)
        info.arena = (uint32_t)heap->end - HEADER - chunk_start(heap_of_process()->heap);
    info.uordblks = info.arena - info.fordblks;
    __oc_heap_unlock();
    return info;
}
ALSO_NAMED(mallinfo);
