/* Takes more memory for malloc(), as sbrk() does. */
#include "hal/chip/heap.h"
#include "libc/memory/break.h"
#include "libc/memory/chunk.h"

struct chunk **__oc_heap_more(uint32_t size, struct chunk **end) {
    uint32_t at = heap_break(), more = size;
    struct chunk *chunk = chunk_of(end); /* the last free chunk, if there is one */
    if (at != (uint32_t)__oc_heap_top)
        more += -(at + HEADER) & (ALIGNMENT - 1);
    else if (end != &__oc_heap_free && chunk_end(chunk) == at)
        more -= chunk->size;
    if (more > heap_of_process()->heap_end - at)
        return __oc_heap_full(more);
    hal_heap_break = at + more;
    __oc_heap_top = (char *)hal_heap_break;
    struct chunk *made = (struct chunk *)(hal_heap_break - size);
    if (!__oc_heap_start)
        __oc_heap_start = (char *)made;
    made->size = size;
    if (made == chunk)
        return &__oc_heap_free;
    made->next = NULL;
    *end = made;
    return end;
}
