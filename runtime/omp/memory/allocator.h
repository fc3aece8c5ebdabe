/* Allocators (OpenMP 5.2, chapter 6). Every memory space is the heap of the process: the memory of
 * thread 0's tile, which all its threads reach. */
#ifndef OMP_MEMORY_ALLOCATOR_H
#define OMP_MEMORY_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "omp.h"

/* One that the program has made; a handle is its address, or one of the predefined numbers. */
struct oc_allocator {
    size_t alignment; /* a power of two */
    size_t pool;      /* most bytes at a time */
    size_t used;      /* of them */
    omp_uintptr_t fallback;
    omp_allocator_handle_t instead; /* with omp_atv_allocator_fb */
};

/* Header of each piece of memory that an allocator has given. */
struct oc_piece {
    void *start;                      /* of what malloc() has given */
    size_t bytes;                     /* that the program may use, and its pool has counted */
    omp_allocator_handle_t allocator; /* whose it is */
};

static inline struct oc_piece *oc_piece_of(void *memory) {
    return (struct oc_piece *)memory - 1;
}

/* Allocates as omp_aligned_alloc() does; `alignment` is a power of two, and the memory is 0 if
 * `is_zero`. */
void *oc_allocate(omp_allocator_handle_t allocator, size_t alignment, size_t bytes, bool is_zero);
/* Allocates as oc_allocate() does, to replace `old` (or null), which the caller frees afterwards.
 * If the new memory comes from the same allocator, the bytes that its pool has counted for `old`
 * are counted for it, and `old->bytes` is what remains. */
void *oc_allocate_instead(omp_allocator_handle_t allocator, size_t alignment, size_t bytes,
                          bool is_zero, struct oc_piece *old);

#endif
