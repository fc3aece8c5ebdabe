/* free(). If a program frees a block twice, or a pointer to no block, the job ends with a message
 * that names the source line of the call. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "hal/chip/host.h"
#include "libc/memory/chunk.h"
#include "libc/names/weak.h"

void __oc_heap_release(struct heap *heap, struct chunk *chunk, uint32_t size) {
    struct chunk *next = behind(chunk, size);
    if ((char *)next == heap->top) {
        heap->top = (char *)chunk;
        chunk->head = size;
        goto done;
    }
    if (next->head & IN_USE) {
        next->head |= AFTER_FREE;
    } else {
        size += next->head;
        take_out(next, next->link);
    }
    struct chunk **link = bin_of(heap, size);
    if (HAS_MAP) {
        uint32_t bin = (uint32_t)(link - heap->bins);
        heap->maybe[bin / 32] |= 1u << bin % 32;
    }
    next = *link;
    *link = chunk;
    if (next)
        next->link = &chunk->next;
    chunk->head = size;
    chunk->next = next;
    chunk->link = link;
    ((uint32_t *)behind(chunk, size))[-1] = size;
done:
    __oc_heap_unlock();
}

void __oc_free(void *block) {
    if (!block)
        return;
    struct heap *heap = the_heap();
    __oc_heap_lock();
    struct chunk *chunk = chunk_of(block);
    uint32_t head = 0, size, left = (uint32_t)(heap->top - (char *)chunk);
    if ((uintptr_t)block % ALIGNMENT || left > (uint32_t)heap->top - least_heap_address() ||
        (head = chunk->head, (head & (ALIGNMENT - 1 - AFTER_FREE)) != IN_USE) ||
        (size = head - head % ALIGNMENT, size - 1 >= left)) {
        /* A block that has been freed keeps its size, or is at the end of the heap. */
        bool is_free = (head && head % ALIGNMENT == 0) || -left < (uint32_t)(heap->end - heap->top);
        host_call2(HOST_BAD_FREE, (uint32_t)block, is_free);
        for (;;)
            ;
    }
    if (head & AFTER_FREE) {
        uint32_t before = ((uint32_t *)chunk)[-1];
        chunk->head = size; /* no longer in use, although it becomes a part of another chunk */
        chunk = behind(chunk, -before);
        take_out(chunk, chunk->link);
        size += before;
    }
    __oc_heap_release(heap, chunk, size);
}

void(free)(void *block) __attribute__((alias("__oc_free")));
void __oc_cfree(void *block) __attribute__((alias("__oc_free")));
ALSO_NAMED(cfree);
