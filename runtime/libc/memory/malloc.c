/* malloc(): the first free chunk that is large enough, else more memory from sbrk(). */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "libc/memory/chunk.h"
#include "libc/posix/calls.h"

struct __lock __oc_heap_lock;
struct chunk *__oc_heap_free;
char *__oc_heap_start, *__oc_heap_top;

/* Takes more memory for the heap. The new memory continues the last chunk, unless the program has
 * called sbrk() itself; then the new memory begins after that of the program. */
static struct chunk *extend(uint32_t size) {
    char *at = __oc_sbrk(0);
    uint32_t pad = at == __oc_heap_top ? 0 : -((uintptr_t)at + HEADER) & (ALIGNMENT - 1);
    if (__oc_sbrk((ptrdiff_t)(pad + size)) == (void *)-1)
        return NULL;
    at += pad;
    if (!__oc_heap_start)
        __oc_heap_start = at;
    __oc_heap_top = at + size;
    struct chunk *chunk = (struct chunk *)at;
    chunk->size = size;
    return chunk;
}

/* Enlarges the last chunk, which is free and ends the heap. */
static bool grow(struct chunk *chunk, uint32_t size) {
    if (__oc_sbrk(0) != __oc_heap_top || !extend(size - chunk->size))
        return false;
    chunk->size = size;
    return true;
}

static struct chunk *find(uint32_t size) {
    struct chunk **link = &__oc_heap_free, *chunk;
    for (; (chunk = *link); link = &chunk->next) {
        if (chunk->size < size &&
            (chunk->next || chunk_end(chunk) != (uintptr_t)__oc_heap_top || !grow(chunk, size)))
            continue;
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
    return extend(size);
}

void *__oc_malloc(size_t bytes) {
    struct chunk *chunk = NULL;
    if (bytes <= MOST_BYTES) {
        __oc_lock_acquire(&__oc_heap_lock);
        chunk = find(chunk_size(bytes));
        __oc_lock_release(&__oc_heap_lock);
    }
    if (!chunk) {
        errno = ENOMEM;
        return NULL;
    }
    return &chunk->next;
}

void *(malloc)(size_t bytes) __attribute__((alias("__oc_malloc"), copy(__oc_malloc)));
