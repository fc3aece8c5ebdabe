/* sbrk() takes memory from the heap (hal/chip/heap.h). malloc() holds its lock around the call. */
#include <stddef.h>
#include <stdint.h>

#include "libc/memory/break.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

void *__oc_sbrk(ptrdiff_t increment) {
    const heap_record *heap = heap_of_process();
    uint32_t top = heap_break();
    if (increment > (ptrdiff_t)(heap->heap_end - top) ||
        increment < -(ptrdiff_t)(top - heap->heap)) {
        __oc_heap_full((uint32_t)increment);
        return (void *)-1;
    }
    hal_heap_break = top + (uint32_t)increment;
    return (void *)top;
}
ALSO_NAMED(sbrk);
