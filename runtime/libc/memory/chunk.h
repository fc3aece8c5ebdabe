/* Blocks of the heap: what malloc gives is a chunk without its first word, and a multiple of
 * ALIGNMENT. Chunks lie one behind the other in what sbrk() gave; the free ones are in a list, by
 * address, those that touch each other merged. */
#ifndef LIBC_MEMORY_CHUNK_H
#define LIBC_MEMORY_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "libc/lock/lock.h"

struct chunk {
    uint32_t size; /* in bytes, with this word: a multiple of ALIGNMENT */
    struct chunk *next;
};

#define ALIGNMENT 16 /* of max_align_t */
#define HEADER offsetof(struct chunk, next)
#define MOST_BYTES 0x7fffff00u /* of a block */

extern struct __lock __oc_heap_lock;

/* Protected by __oc_heap_lock. */
extern struct chunk *__oc_heap_free; /* the first free one */
extern char *__oc_heap_start, *__oc_heap_top;

/* The functions themselves, under names that the compiler does not know. */
void *__oc_malloc(size_t bytes);
void __oc_free(void *block);

static inline struct chunk *chunk_of(void *block) {
    return (struct chunk *)((char *)block - HEADER);
}

/* Size in bytes of a chunk whose block has `bytes` bytes. */
static inline uint32_t chunk_size(size_t bytes) {
    return (bytes + HEADER + ALIGNMENT - 1) & -(uint32_t)ALIGNMENT;
}

static inline uintptr_t chunk_end(const struct chunk *chunk) {
    return (uintptr_t)chunk + chunk->size;
}

#endif
