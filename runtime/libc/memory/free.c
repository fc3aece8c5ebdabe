/* free(). If a program frees a block twice, or a pointer to no block, the job ends with a message
 * that names the source line of the call. */
/* Without this option, the code that merges chunks would keep values in registers instead of
 * loading them again, and would then have to save these registers. */
#pragma GCC optimize("no-gcse")

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "hal/chip/host.h"
#include "libc/memory/chunk.h"
#include "libc/names/weak.h"

/* Ends the job with a message. `before` and `next` are the free chunks next to `chunk`, or null. */
__attribute__((noinline)) static void refuse(const struct chunk *chunk, const struct chunk *before,
                                             const struct chunk *next) {
    bool is_free = chunk == next || (before && (uintptr_t)chunk < chunk_end(before));
    host_call2(HOST_BAD_FREE, (uint32_t)&chunk->next, is_free);
    for (;;)
        ;
}

void __oc_free(void *block) {
    if (!block)
        return;
    struct chunk *chunk = chunk_of(block), *before = NULL, *next;
    __oc_heap_acquire();
    for (next = __oc_heap_free; next && next < chunk; next = next->next)
        before = next;
    /* The memory between two free chunks is allocated, so the block must be there. */
    uintptr_t from = before ? chunk_end(before) : (uintptr_t)__oc_heap_start;
    uintptr_t to = next ? (uintptr_t)next : (uintptr_t)__oc_heap_top;
    uintptr_t at = (uintptr_t)chunk;
    if (at < from || at >= to || (uintptr_t)block % ALIGNMENT || chunk->size - 1 >= to - at)
        refuse(chunk, before, next);
    if (!before) {
        __oc_heap_free = chunk;
    } else if (at == from) {
        before->size += chunk->size;
        chunk = before;
    } else {
        before->next = chunk;
    }
    if (next && chunk_end(chunk) == to) {
        chunk->size += next->size;
        next = next->next;
    }
    chunk->next = next;
    __oc_heap_release();
}

void(free)(void *block) __attribute__((alias("__oc_free")));
void __oc_cfree(void *block) __attribute__((alias("__oc_free")));
ALSO_NAMED(cfree);
