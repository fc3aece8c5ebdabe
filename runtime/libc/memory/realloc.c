#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libc/memory/chunk.h"

/* Adds the free memory after `chunk` to `chunk`, if the two together have at least `size` bytes. */
static bool grow(struct heap *heap, struct chunk *chunk, uint32_t size) {
    struct chunk *next = behind(chunk, size_of(chunk));
    bool is_last = (char *)next == heap->top;
    uint32_t more = is_last ? (uint32_t)(heap->end - heap->top) - HEADER : next->head;
    if (more & IN_USE || size_of(chunk) + more < size)
        return false;
    if (is_last) {
        heap->top += more;
    } else {
        take_out(next, next->link);
        behind(next, more)->head &= ~AFTER_FREE;
    }
    chunk->head += more;
    return true;
}

void *(realloc)(void *block, size_t bytes) {
    if (!block)
        return __oc_malloc(bytes);
    if (!bytes) {
        __oc_free(block);
        return NULL;
    }
    struct chunk *chunk = chunk_of(block);
    const size_t had = size_of(chunk) - HEADER;
    if (bytes <= MOST_BYTES) {
        struct heap *heap = the_heap();
        const uint32_t size = chunk_size(bytes);
        __oc_heap_lock();
        if (size_of(chunk) >= size || grow(heap, chunk, size)) {
            __oc_heap_cut(heap, chunk, size);
            return block;
        }
        __oc_heap_unlock();
    }
    void *larger = __oc_malloc(bytes);
    if (larger) {
        memcpy(larger, block, had);
        __oc_free(block);
    }
    return larger;
}
