#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "omp/memory/allocator.h"
#include "omp/team/message.h"

#define MOST_FALLBACKS 16

static struct oc_allocator *made(omp_allocator_handle_t allocator) {
    return allocator > omp_thread_mem_alloc ? (struct oc_allocator *)allocator : NULL;
}

/* Takes `bytes` from the pool of the allocator. Returns false if the pool has fewer bytes left. */
static bool take(struct oc_allocator *own, size_t bytes) {
    if (!own || own->pool == SIZE_MAX)
        return true;
    size_t used = __atomic_load_n(&own->used, __ATOMIC_RELAXED);
    do {
        if (bytes > own->pool - used)
            return false;
    } while (!__atomic_compare_exchange_n(&own->used, &used, used + bytes, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    return true;
}

static void give_back(struct oc_allocator *own, size_t bytes) {
    if (own && own->pool != SIZE_MAX)
        __atomic_fetch_sub(&own->used, bytes, __ATOMIC_RELAXED);
}

/* Allocates from `allocator`, without using its fallback. Returns null if the allocator has too
 * little memory. `old` is null, or the memory that the caller will free afterwards. If `old` comes
 * from `allocator`, the bytes that it has taken from the pool are used for the new memory first. */
static void *try(omp_allocator_handle_t allocator, size_t alignment, size_t bytes, bool is_zero,
                 struct oc_piece *old) {
    struct oc_allocator *own = made(allocator);
    size_t more = sizeof(struct oc_piece) + alignment;
    size_t counted = old && old->allocator == allocator ? old->bytes : 0;
    size_t added = bytes > counted ? bytes - counted : 0;
    if (bytes > SIZE_MAX - more || !take(own, added))
        return NULL;
    char *start = malloc(bytes + more);
    if (!start) {
        give_back(own, added);
        return NULL;
    }
    if (counted)
        old->bytes = counted + added - bytes;
    uintptr_t first = (uintptr_t)start + sizeof(struct oc_piece);
    void *memory = (void *)((first + alignment - 1) & -(uintptr_t)alignment);
    *oc_piece_of(memory) = (struct oc_piece){start, bytes, allocator};
    return is_zero ? memset(memory, 0, bytes) : memory;
}

/* The allocator to try when `allocator` has no memory left. Null if there is none. */
static omp_allocator_handle_t next(omp_allocator_handle_t allocator) {
    const struct oc_allocator *own = made(allocator);
    /* Predefined allocators fall back on the default allocator, which has the same memory. The
     * default allocator has no fallback. */
    if (!own || own->fallback == omp_atv_null_fb)
        return omp_null_allocator;
    if (own->fallback == omp_atv_abort_fb) {
        oc_message("OpenMP", ": an allocator with the trait abort_fb has no memory left");
        hal_abort(1);
    }
    return own->fallback == omp_atv_allocator_fb ? own->instead : omp_default_mem_alloc;
}

void *oc_allocate(omp_allocator_handle_t allocator, size_t alignment, size_t bytes, bool is_zero) {
    return oc_allocate_instead(allocator, alignment, bytes, is_zero, NULL);
}

void *oc_allocate_instead(omp_allocator_handle_t allocator, size_t alignment, size_t bytes,
                          bool is_zero, struct oc_piece *old) {
    if (!bytes || alignment & (alignment - 1))
        return NULL;
    if (alignment < sizeof(struct oc_piece *) * 2)
        alignment = sizeof(struct oc_piece *) * 2;
    if (allocator == omp_null_allocator)
        allocator = omp_get_default_allocator();
    /* The loop is bounded, because allocators may name each other as fallbacks in a cycle. */
    for (int i = 0; i < MOST_FALLBACKS && allocator != omp_null_allocator; i++) {
        const struct oc_allocator *own = made(allocator);
        size_t aligned = own && own->alignment > alignment ? own->alignment : alignment;
        void *memory = try(allocator, aligned, bytes, is_zero, old);
        if (memory)
            return memory;
        allocator = next(allocator);
    }
    return NULL;
}

void omp_free(void *memory, omp_allocator_handle_t allocator) {
    /* The piece itself records its allocator, so the argument is not needed. */
    (void)allocator;
    if (!memory)
        return;
    struct oc_piece *piece = oc_piece_of(memory);
    give_back(made(piece->allocator), piece->bytes);
    free(piece->start);
}
