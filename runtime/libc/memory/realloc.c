#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "libc/memory/chunk.h"

/* Adds the free chunk after `chunk` to `chunk`, if the two together have at least `size` bytes. */
static bool grow(struct chunk *chunk, uint32_t size) {
    struct chunk **link = &__oc_heap_free;
    while (*link && *link < chunk)
        link = &(*link)->next;
    struct chunk *behind = *link;
    if ((uintptr_t)behind != chunk_end(chunk) || chunk->size + behind->size < size)
        return false;
    *link = behind->next;
    chunk->size += behind->size;
    return true;
}

/* Frees all of a chunk but its first `size` bytes. */
static void shrink(struct chunk *chunk, uint32_t size) {
    uint32_t rest = chunk->size - size;
    if (!rest)
        return;
    struct chunk *behind = (struct chunk *)((char *)chunk + size);
    behind->size = rest;
    chunk->size = size;
    __oc_free(&behind->next);
}

void *(realloc)(void *block, size_t bytes) {
    if (!block)
        return __oc_malloc(bytes);
    if (!bytes) {
        __oc_free(block);
        return NULL;
    }
    struct chunk *chunk = chunk_of(block);
    const size_t had = chunk->size - HEADER;
    if (bytes <= MOST_BYTES) {
        const uint32_t size = chunk_size(bytes);
        __oc_heap_acquire();
        bool fits = chunk->size >= size || grow(chunk, size);
        if (fits)
            shrink(chunk, size);
        __oc_heap_release();
        if (fits)
            return block;
    }
    void *larger = __oc_malloc(bytes);
    if (larger) {
        memcpy(larger, block, had);
        __oc_free(block);
    }
    return larger;
}
