/* free() for picolibc's malloc, whose own ignores a block that is free already, or breaks its list.
 * Here it ends the job, with the line of the call. */
/* Or what merges the chunks keeps values that it could load again, and saves registers for them. */
#pragma GCC optimize("no-gcse")

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "hal/chip/host.h"
#include "libc/lock/lock.h"
#include "libc/names/weak.h"

/* What malloc gives is a chunk without its first word. Free chunks are in a list, by address. */
struct chunk {
    uint32_t size; /* in bytes, with this word: a multiple of ALIGNMENT */
    struct chunk *next;
};

#define ALIGNMENT 8

extern struct chunk *__malloc_free_list;
extern char *__malloc_sbrk_start, *__malloc_sbrk_top;

static uintptr_t end(const struct chunk *chunk) {
    return (uintptr_t)chunk + chunk->size;
}

/* Ends the job. `before` and `next` are the free chunks next to it, or null. */
__attribute__((noinline)) static void refuse(const struct chunk *chunk, const struct chunk *before,
                                             const struct chunk *next) {
    bool is_free = chunk == next || (before && (uintptr_t)chunk < end(before));
    host_call2(HOST_BAD_FREE, (uint32_t)&chunk->next, is_free);
    for (;;)
        ;
}

/* picolibc's realloc and memalign call it by this name. */
void __malloc_free(void *block) {
    if (!block)
        return;
    struct chunk *chunk = (struct chunk *)((uint32_t *)block - 1), *before = NULL, *next;
    __oc_lock_acquire(&__lock___libc_recursive_mutex);
    for (next = __malloc_free_list; next && next < chunk; next = next->next)
        before = next;
    /* It must lie in what is not free between the two. */
    uintptr_t from = before ? end(before) : (uintptr_t)__malloc_sbrk_start;
    uintptr_t to = next ? (uintptr_t)next : (uintptr_t)__malloc_sbrk_top;
    uintptr_t at = (uintptr_t)chunk;
    if (at < from || at >= to || (uintptr_t)block % ALIGNMENT || chunk->size - 1 >= to - at)
        refuse(chunk, before, next);
    if (!before) {
        __malloc_free_list = chunk;
    } else if (at == from) {
        before->size += chunk->size;
        chunk = before;
    } else {
        before->next = chunk;
    }
    if (next && end(chunk) == to) {
        chunk->size += next->size;
        next = next->next;
    }
    chunk->next = next;
    __oc_lock_release(&__lock___libc_recursive_mutex);
}

void(free)(void *block) __attribute__((alias("__malloc_free")));
void __oc_cfree(void *block) __attribute__((alias("__malloc_free")));
ALSO_NAMED(cfree);
