/* sbrk() for programs. malloc() itself takes memory from the heap in malloc.c. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/chip/heap.h"
#include "hal/chip/host.h"
#include "hal/chip/inline/heap_place.h"
#include "libc/memory/chunk.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

/* The free memory at the end of the heap becomes a chunk, because the memory that malloc() takes
 * next does not follow it. What follows is in use. Releases the lock. */
static void close_heap(struct heap *heap) {
    char *from = heap->top;
    ptrdiff_t bytes = heap->end - from - (ptrdiff_t)HEADER;
    heap->top = heap->end;
    if (bytes >= 0 && heap->end) { /* not closed yet */
        behind((struct chunk *)from, (uint32_t)bytes)->head = IN_USE;
        if (bytes) {
            __oc_heap_release(heap, (struct chunk *)from, (uint32_t)bytes);
            return;
        }
    }
    __oc_heap_unlock();
}

void *__oc_sbrk(ptrdiff_t increment) {
    const heap_record *heap = heap_of_process();
    void *before = (void *)-1;
    __oc_heap_lock();
    uint32_t top = hal_heap_break;
    if (!top)
        top = heap->heap;
    if (increment > (ptrdiff_t)(heap->heap_end - top) ||
        increment < -(ptrdiff_t)(top - heap->heap)) {
        hal_host_call((uint32_t)increment, heap->heap_end - heap->heap, HEAP_IN_DRAM,
                      HOST_HEAP_FULL);
        errno = ENOMEM;
    } else {
        hal_heap_break = top + (uint32_t)increment;
        before = (void *)top;
        if (increment) {
            close_heap(&__oc_heap);
            return before;
        }
    }
    __oc_heap_unlock();
    return before;
}
ALSO_NAMED(sbrk);
