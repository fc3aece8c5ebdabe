/* The functions by which programs allocate memory (OpenMP 5.2, 18.13). */
#include <stdint.h>
#include <string.h>

#include "omp/memory/allocator.h"

void *omp_aligned_alloc(size_t alignment, size_t bytes, omp_allocator_handle_t allocator) {
    return oc_allocate(allocator, alignment, bytes, false);
}

void *omp_alloc(size_t bytes, omp_allocator_handle_t allocator) {
    return oc_allocate(allocator, 1, bytes, false);
}

void *omp_aligned_calloc(size_t alignment, size_t count, size_t bytes,
                         omp_allocator_handle_t allocator) {
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all))
        return NULL;
    return oc_allocate(allocator, alignment, all, true);
}

void *omp_calloc(size_t count, size_t bytes, omp_allocator_handle_t allocator) {
    return omp_aligned_calloc(1, count, bytes, allocator);
}

void *omp_realloc(void *memory, size_t bytes, omp_allocator_handle_t allocator,
                  omp_allocator_handle_t old) {
    if (!bytes) {
        omp_free(memory, old);
        return NULL;
    }
    struct oc_piece *piece = memory ? oc_piece_of(memory) : NULL;
    if (piece && allocator == omp_null_allocator)
        allocator = piece->allocator;
    size_t kept = !piece ? 0 : piece->bytes < bytes ? piece->bytes : bytes;
    void *other = oc_allocate_instead(allocator, 1, bytes, false, piece);
    if (other && piece) {
        memcpy(other, memory, kept);
        omp_free(memory, old);
    }
    return other;
}

/* GCC calls this function for the allocate directive and clause. */
void *GOMP_alloc(size_t alignment, size_t bytes, uintptr_t allocator) {
    /* The compiler does not check for null, so at least one byte is allocated. */
    return oc_allocate((omp_allocator_handle_t)allocator, alignment, bytes ? bytes : 1, false);
}

void GOMP_free(void *memory, uintptr_t allocator) {
    omp_free(memory, (omp_allocator_handle_t)allocator);
}
