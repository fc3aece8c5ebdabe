#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libc/memory/chunk.h"

void __oc_chunk_cut(struct chunk *chunk, uint32_t bytes) {
    if (chunk->size <= bytes)
        return;
    struct chunk *rest = (struct chunk *)((char *)chunk + bytes);
    rest->size = chunk->size - bytes;
    chunk->size = bytes;
    __oc_free(chunk_block(rest));
}

/* Makes a chunk larger where it is, by the free one behind it or by more of the heap. */
static bool grow(struct chunk *chunk, uint32_t bytes) {
    if (__oc_chunk_grow(chunk, bytes))
        return true;
    struct chunk **link = &__oc_heap.free;
    while (*link && *link < chunk)
        link = &(*link)->next;
    struct chunk *behind = *link;
    if ((char *)behind != chunk_end(chunk))
        return false;
    uint32_t needed = bytes - chunk->size;
    if (behind->size < needed && (behind->next || !__oc_chunk_grow(behind, needed)))
        return false;
    *link = behind->next;
    chunk->size += behind->size;
    return true;
}

void *(realloc)(void *block, size_t bytes) {
    if (!block)
        return __oc_malloc(bytes);
    if (!bytes) {
        __oc_free(block);
        return NULL;
    }
    if (bytes > CHUNK_LARGEST) {
        errno = ENOMEM;
        return NULL;
    }
    struct chunk *chunk = chunk_of(block);
    uint32_t before = chunk->size, wanted = chunk_bytes(bytes);
    __oc_lock_acquire(&__lock___libc_recursive_mutex);
    bool fits = before >= wanted || grow(chunk, wanted);
    if (fits) {
        __oc_chunk_cut(chunk, wanted);
        if (chunk->size > before)
            memset((char *)chunk + before, 0, chunk->size - before);
    }
    __oc_lock_release(&__lock___libc_recursive_mutex);
    if (fits)
        return block;
    void *moved = __oc_malloc(bytes);
    if (moved) {
        memcpy(moved, block, before - CHUNK_HEADER);
        __oc_free(block);
    }
    return moved;
}
