/* Blocks of the heap. malloc() returns the address after the first word of a chunk; this address is
 * a multiple of ALIGNMENT. The chunks follow each other in the memory that sbrk() returned. The
 * free chunks are in a list by address; adjacent free chunks are merged. */
#ifndef LIBC_MEMORY_CHUNK_H
#define LIBC_MEMORY_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "link/variant.h"

struct chunk {
    uint32_t size; /* in bytes, including this word; a multiple of ALIGNMENT */
    struct chunk *next;
};

#define ALIGNMENT 16 /* alignment of max_align_t */
#define HEADER offsetof(struct chunk, next)
#define MOST_BYTES 0x7fffff00u /* the largest block */

/* Lock and unlock the heap, which the variables below describe. In programs without threads, both
 * do nothing (link/chip.ld). */
void __oc_heap_acquire(void);
void __oc_heap_release(void);
OC_VARIANTS(__oc_heap_acquire, __oc_heap_acquire_shared, __oc_nothing);
OC_VARIANTS(__oc_heap_release, __oc_heap_release_shared, __oc_nothing);

extern struct chunk *__oc_heap_free; /* the first free chunk */
extern char *__oc_heap_start, *__oc_heap_top;

/* malloc() and free() under names that the compiler does not treat as builtins. */
void *__oc_malloc(size_t bytes);
void __oc_free(void *block);

static inline struct chunk *chunk_of(void *block) {
    return (struct chunk *)((char *)block - HEADER);
}

/* Takes more memory for a free chunk of `size` bytes. The new memory continues the last chunk of
 * the heap if this is free. If the program has called sbrk() itself, the new memory begins after
 * that of the program. `end` is the link at the end of the list of free chunks. Returns the link
 * from which a search finds the chunk, or null. */
struct chunk **__oc_heap_more(uint32_t size, struct chunk **end);

/* The size in bytes of a chunk for a block of `bytes` bytes. */
static inline uint32_t chunk_size(size_t bytes) {
    return (bytes + HEADER + ALIGNMENT - 1) & -(uint32_t)ALIGNMENT;
}

static inline uintptr_t chunk_end(const struct chunk *chunk) {
    return (uintptr_t)chunk + chunk->size;
}

#endif
