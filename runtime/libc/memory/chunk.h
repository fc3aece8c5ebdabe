/* Blocks of the heap. malloc() returns the address after the first word of a chunk; this address is
 * a multiple of ALIGNMENT. The chunks follow each other in the memory that sbrk() returned. The
 * free chunks are in a list by address; adjacent free chunks are merged. */
#ifndef LIBC_MEMORY_CHUNK_H
#define LIBC_MEMORY_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "libc/lock/lock.h"

struct chunk {
    uint32_t size; /* in bytes, including this word; a multiple of ALIGNMENT */
    struct chunk *next;
};

#define ALIGNMENT 16 /* alignment of max_align_t */
#define HEADER offsetof(struct chunk, next)
#define MOST_BYTES 0x7fffff00u /* the largest block */

extern struct __lock __oc_heap_lock;

/* __oc_heap_lock protects these variables. */
extern struct chunk *__oc_heap_free; /* the first free chunk */
extern char *__oc_heap_start, *__oc_heap_top;

/* malloc() and free() under names that the compiler does not treat as builtins. */
void *__oc_malloc(size_t bytes);
void __oc_free(void *block);

static inline struct chunk *chunk_of(void *block) {
    return (struct chunk *)((char *)block - HEADER);
}

/* The size in bytes of a chunk for a block of `bytes` bytes. */
static inline uint32_t chunk_size(size_t bytes) {
    return (bytes + HEADER + ALIGNMENT - 1) & -(uint32_t)ALIGNMENT;
}

static inline uintptr_t chunk_end(const struct chunk *chunk) {
    return (uintptr_t)chunk + chunk->size;
}

#endif
