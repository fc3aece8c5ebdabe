#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "libc/memory/chunk.h"
#include "libc/posix/calls.h"

struct chunk_heap __oc_heap;

/* More of the heap, for a chunk; null if there is none. */
static struct chunk *extend(uint32_t bytes) {
    char *at = __oc_sbrk((ptrdiff_t)bytes);
    if (at == (char *)-1)
        return NULL;
    uintptr_t block = ((uintptr_t)at + CHUNK_HEADER + CHUNK_ALIGNMENT - 1) & -CHUNK_ALIGNMENT;
    char *aligned = (char *)(block - CHUNK_HEADER);
    if (aligned != at && __oc_sbrk(aligned - at) != at + bytes)
        return NULL;
    if (!__oc_heap.start)
        __oc_heap.start = aligned;
    __oc_heap.top = aligned + bytes;
    struct chunk *chunk = (struct chunk *)aligned;
    chunk->size = bytes;
    return chunk;
}

bool __oc_chunk_grow(struct chunk *chunk, uint32_t bytes) {
    if (chunk_end(chunk) != __oc_heap.top)
        return false;
    uint32_t more = bytes - chunk->size;
    struct chunk *added = extend(more);
    if (!added)
        return false;
    if ((char *)added == chunk_end(chunk)) {
        chunk->size += more;
        return true;
    }
    __oc_free(chunk_block(added));
    return false;
}

static struct chunk *find(uint32_t bytes) {
    for (struct chunk **link = &__oc_heap.free, *chunk; (chunk = *link); link = &chunk->next) {
        if (chunk->size >= bytes) {
            struct chunk *next = chunk->next;
            if (chunk->size > bytes) {
                struct chunk *rest = (struct chunk *)((char *)chunk + bytes);
                *rest = (struct chunk){chunk->size - bytes, next};
                chunk->size = bytes;
                next = rest;
            }
            *link = next;
            return chunk;
        }
        if (!chunk->next && __oc_chunk_grow(chunk, bytes)) {
            *link = NULL;
            return chunk;
        }
    }
    return extend(bytes);
}

/* All of it is zero: what a program reads without having written it is the same in each run. */
void *__oc_malloc(size_t bytes) {
    struct chunk *chunk = NULL;
    if (bytes <= CHUNK_LARGEST) {
        __oc_lock_acquire(&__lock___libc_recursive_mutex);
        chunk = find(chunk_bytes(bytes));
        __oc_lock_release(&__lock___libc_recursive_mutex);
    }
    if (!chunk) {
        errno = ENOMEM;
        return NULL;
    }
    return memset(chunk_block(chunk), 0, chunk->size - CHUNK_HEADER);
}
void *(malloc)(size_t) __attribute__((alias("__oc_malloc"), copy(__oc_malloc)));
