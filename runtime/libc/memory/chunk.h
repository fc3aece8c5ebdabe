/* Blocks of the heap. malloc() returns the address after the first word of a chunk; this address is
 * a multiple of ALIGNMENT. The chunks follow each other in the memory of the heap, up to the
 * address `top`. The memory from `top` to `end` is free, too. The chunk before `top` is in use, and
 * adjacent free chunks are merged. A free chunk has its size in its last word, so that free() finds
 * the start of the chunk before a block, and is in the list of chunks of its size, a bin. The time
 * of free() therefore does not depend on the number of chunks. */
#ifndef LIBC_MEMORY_CHUNK_H
#define LIBC_MEMORY_CHUNK_H

#include <stddef.h>
#include <stdint.h>

#include "hal/chip/inline/heap_place.h"
#include "link/variant.h"

struct chunk {
    uint32_t head; /* size in bytes, including this word; a multiple of ALIGNMENT; plus flags */
    /* only in a free chunk: */
    struct chunk *next;  /* in the bin */
    struct chunk **link; /* the pointer to this chunk */
};

/* Flags in `head`. */
#define IN_USE 1u
#define AFTER_FREE 2u /* the chunk before this one is free */

#define ALIGNMENT 16 /* alignment of max_align_t */
#define HEADER offsetof(struct chunk, next)
#define MOST_BYTES PTRDIFF_MAX /* the largest block */

/* The chunks in one of the first 2 * STEPS bins have the same size. Of the bins that follow, there
 * are STEPS for each power of two. The last bin also has all larger chunks. A heap in DRAM has many
 * bins, and a map of them. In a tile, where each word counts, a heap has the bins of the three
 * smallest sizes and that of the others. */
enum { STEPS = 8, BINS = HEAP_IN_DRAM ? 128 : 4, HAS_MAP = HEAP_IN_DRAM };

struct heap {
    char *top;
    char *end; /* The word before it is not free. It can be the header of what follows the heap. */
    struct chunk *bins[BINS];
    uint32_t maybe[HAS_MAP ? BINS / 32 + 1 : 0]; /* a bit for each bin; 0 if the bin is empty */
};

extern struct heap __oc_heap;

/* Lock and unlock the heap. In programs without threads, both do nothing (link/chip.ld). */
void __oc_heap_lock(void);
void __oc_heap_unlock(void);
OC_VARIANTS(__oc_heap_lock, __oc_heap_lock_shared, __oc_nothing);
OC_VARIANTS(__oc_heap_unlock, __oc_heap_unlock_shared, __oc_nothing);

/* malloc() and free() under names that the compiler does not treat as builtins. */
void *__oc_malloc(size_t bytes);
void __oc_free(void *block);

/* Frees memory behind a chunk in use, and releases the lock of the heap. */
void __oc_heap_release(struct heap *heap, struct chunk *chunk, uint32_t size);

/* Frees all of a chunk in use but its first `size` bytes, and releases the lock of the heap. */
void __oc_heap_cut(struct heap *heap, struct chunk *chunk, uint32_t size);

/* The heap. The compiler does not see that the address is constant; it would compute it anew for
 * each access. */
static inline struct heap *the_heap(void) {
    struct heap *heap = &__oc_heap;
    __asm__("" : "+r"(heap));
    return heap;
}

static inline struct chunk *chunk_of(void *block) {
    return (struct chunk *)((char *)block - HEADER);
}

/* The size in bytes of a chunk for a block of `bytes` bytes. */
static inline uint32_t chunk_size(size_t bytes) {
    return (bytes + HEADER + ALIGNMENT - 1) & -(uint32_t)ALIGNMENT;
}

/* The first address from `from` on at which a chunk may begin. */
static inline uint32_t chunk_start(uint32_t from) {
    return ((from + HEADER + ALIGNMENT - 1) & -(uint32_t)ALIGNMENT) - HEADER;
}

static inline uint32_t size_of(const struct chunk *chunk) {
    return chunk->head & -(uint32_t)ALIGNMENT;
}

/* The memory `bytes` bytes after the start of a chunk. */
static inline struct chunk *behind(const struct chunk *chunk, uint32_t bytes) {
    return (struct chunk *)((char *)chunk + bytes);
}

/* Takes the free chunk at `*link` out of its bin. */
static inline void take_out(struct chunk *chunk, struct chunk **link) {
    *link = chunk->next;
    if (chunk->next)
        chunk->next->link = link;
}

/* The bin of chunks of `size` bytes. */
static inline struct chunk **bin_of(struct heap *heap, uint32_t size) {
    if (!HAS_MAP) {
        const uint32_t last = BINS * ALIGNMENT;
        uint32_t offset =
            (__builtin_expect(size < last, 1) ? size : last) / (ALIGNMENT / sizeof(struct chunk *));
        return ((struct heap *)((char *)heap + offset))->bins - 1;
    }
    uint32_t bin = 0;
    for (size /= ALIGNMENT; size >= 2 * STEPS; size /= 2)
        bin += STEPS;
    bin += size - 1;
    return heap->bins + (bin < BINS ? bin : BINS - 1);
}

#endif
