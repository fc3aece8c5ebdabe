#include "libc/memory/chunk.h"

void __oc_heap_cut(struct heap *heap, struct chunk *chunk, uint32_t size) {
    uint32_t rest = size_of(chunk) - size;
    chunk->head -= rest;
    if (rest)
        __oc_heap_release(heap, behind(chunk, size), rest);
    else
        __oc_heap_unlock();
}
