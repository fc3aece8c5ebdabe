/* sbrk() takes memory from the heap (hal/chip/heap.h). malloc() holds its lock around the call. */
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "hal/chip/heap.h"
#include "hal/chip/host.h"
#include "hal/chip/inline/heap_place.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"

void *__oc_sbrk(ptrdiff_t increment) {
    const heap_record *heap = heap_of_process();
    uint32_t top = hal_heap_break;
    if (!top)
        top = heap->heap;
    if (increment > (ptrdiff_t)(heap->heap_end - top) ||
        increment < -(ptrdiff_t)(top - heap->heap)) {
        hal_host_call(HOST_HEAP_FULL, (uint32_t)increment, heap->heap_end - heap->heap,
                      HEAP_IN_DRAM);
        errno = ENOMEM;
        return (void *)-1;
    }
    hal_heap_break = top + (uint32_t)increment;
    return (void *)top;
}
ALSO_NAMED(sbrk);
