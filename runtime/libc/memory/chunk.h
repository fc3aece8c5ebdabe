/* malloc's blocks: first fit, in a list of free chunks in the order of their addresses, as in
 * picolibc's small malloc, whose names and layout differ from version to version. */
#ifndef LIBC_MEMORY_CHUNK_H
#define LIBC_MEMORY_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libc/lock/lock.h"

/* What malloc gives is a chunk without its first word. */
struct chunk {
    uint32_t size; /* in bytes, with this word: a multiple of CHUNK_ALIGNMENT */
    struct chunk *next;
};

#define CHUNK_ALIGNMENT 8
#define CHUNK_HEADER offsetof(struct chunk, next)
#define CHUNK_LARGEST                                                                              \
    (UINT32_MAX - 2 * CHUNK_ALIGNMENT - CHUNK_HEADER) /* that can be asked for                     \
                                                       */

struct chunk_heap {
    struct chunk *free;
    char *start, *top; /* what sbrk() has given */
};
extern struct chunk_heap __oc_heap;

/* Bytes of the chunk for a block of so many. */
static inline uint32_t chunk_bytes(size_t bytes) {
    return ((bytes + CHUNK_ALIGNMENT - 1) & -(uint32_t)CHUNK_ALIGNMENT) + CHUNK_ALIGNMENT;
}

static inline struct chunk *chunk_of(void *block) {
    return (struct chunk *)((char *)block - CHUNK_HEADER);
}

static inline void *chunk_block(struct chunk *chunk) {
    return &chunk->next;
}

static inline char *chunk_end(const struct chunk *chunk) {
    return (char *)chunk + chunk->size;
}

/* malloc() and free(), under names that GCC knows nothing about. */
void *__oc_malloc(size_t bytes);
void __oc_free(void *block);

/* With the lock held: makes the last chunk at least so large, if it is the last of the heap. */
bool __oc_chunk_grow(struct chunk *chunk, uint32_t bytes);

/* What is behind the first `bytes` of a chunk in use becomes free, if it is a chunk. */
void __oc_chunk_cut(struct chunk *chunk, uint32_t bytes);

#endif
