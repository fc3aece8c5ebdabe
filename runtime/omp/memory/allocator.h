/* Allocators (OpenMP 5.2, chapter 6). Every memory space is the heap of the process, which is in
 * the memory of thread 0's tile and can be accessed by all its threads. */
#ifndef OMP_MEMORY_ALLOCATOR_H
#define OMP_MEMORY_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "omp.h"

/* An allocator that the program has made. An allocator handle is the address of such a structure or
 * one of the predefined numbers. */
struct oc_allocator {
    size_t alignment; /* a power of two */
    size_t pool;      /* the most bytes that may be in use at a time */
    size_t used;      /* bytes of the pool in use */
    omp_uintptr_t fallback;
    omp_allocator_handle_t instead; /* the fallback for omp_atv_allocator_fb */
};

/* The header of each piece of memory that an allocator has returned. */
struct oc_piece {
    void *start; /* what malloc() returned */
    /* The number of bytes that the program may use. They count towards the pool's limit. */
    size_t bytes;
    omp_allocator_handle_t allocator; /* the allocator that it comes from */
};

static inline struct oc_piece *oc_piece_of(void *memory) {
    return (struct oc_piece *)memory - 1;
}

/* Allocates as omp_aligned_alloc() does. `alignment` is a power of two. If `is_zero` is set, all
 * bytes of the memory are 0. */
void *oc_allocate(omp_allocator_handle_t allocator, size_t alignment, size_t bytes, bool is_zero);
/* Allocates memory as oc_allocate() does, in place of `old`, which the caller frees afterwards.
 * `old` may be null. If both come from the same allocator, the bytes that `old` has taken from the
 * pool are used for the new memory first, and `old->bytes` is reduced to the remainder. */
void *oc_allocate_instead(omp_allocator_handle_t allocator, size_t alignment, size_t bytes,
                          bool is_zero, struct oc_piece *old);

#endif
