/* malloc(): the first free chunk that is large enough, else more memory (more.c). */
#include <errno.h>
#include <stdlib.h>

#include "libc/memory/chunk.h"

struct chunk *__oc_heap_free;
char *__oc_heap_start, *__oc_heap_top;

static inline struct chunk *find(uint32_t size) {
    struct chunk **link = &__oc_heap_free, *chunk;
    while (!(chunk = *link) || chunk->size < size) {
        link = chunk ? &chunk->next : __oc_heap_more(size, link);
        if (!link)
            return NULL;
    }
    uint32_t rest = chunk->size - size;
    if (rest) {
        struct chunk *behind = (struct chunk *)((char *)chunk + size);
        behind->size = rest;
        behind->next = chunk->next;
        chunk->size = size;
        *link = behind;
    } else {
        *link = chunk->next;
    }
    return chunk;
}

void *__oc_malloc(size_t bytes) {
    if (bytes > MOST_BYTES) {
        errno = ENOMEM;
        return NULL;
    }
    __oc_heap_acquire();
    struct chunk *chunk = find(chunk_size(bytes));
    __oc_heap_release();
    return chunk ? &chunk->next : NULL; /* if there is none, errno is set */
}

void *(malloc)(size_t bytes) __attribute__((alias("__oc_malloc"), copy(__oc_malloc)));
