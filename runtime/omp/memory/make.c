/* Allocators that programs make (OpenMP 5.2, 18.13.2 and 18.13.3). */
#include <stdint.h>
#include <stdlib.h>

#include "omp/memory/allocator.h"

/* Handles one trait; returns false if it is invalid. All memory is equally near to all threads and
 * never moves, so access, pinned, partition and sync_hint are only checked. */
static bool take(struct oc_allocator *allocator, const omp_alloctrait_t *trait) {
    omp_uintptr_t value = trait->value;
    bool is_default = value == (omp_uintptr_t)omp_atv_default;
    switch (trait->key) {
    case omp_atk_sync_hint:
        return is_default || (value >= omp_atv_contended && value <= omp_atv_private);
    case omp_atk_alignment:
        if (is_default)
            value = 1;
        allocator->alignment = value;
        return value && !(value & (value - 1));
    case omp_atk_access:
        return is_default || (value >= omp_atv_all && value <= omp_atv_cgroup);
    case omp_atk_pool_size:
        allocator->pool = is_default ? SIZE_MAX : value;
        return true;
    case omp_atk_fallback:
        allocator->fallback = is_default ? (omp_uintptr_t)omp_atv_default_mem_fb : value;
        return allocator->fallback >= omp_atv_default_mem_fb &&
               allocator->fallback <= omp_atv_allocator_fb;
    case omp_atk_fb_data:
        allocator->instead = (omp_allocator_handle_t)value;
        return true;
    case omp_atk_pinned:
        return is_default || value <= omp_atv_true;
    case omp_atk_partition:
        return is_default || (value >= omp_atv_environment && value <= omp_atv_interleaved);
    }
    return false;
}

omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t space, int count,
                                          const omp_alloctrait_t traits[]) {
    struct oc_allocator made = {
        .alignment = 1, .pool = SIZE_MAX, .fallback = omp_atv_default_mem_fb};
    if (space > omp_low_lat_mem_space)
        return omp_null_allocator;
    for (int i = 0; i < count; i++)
        if (!take(&made, &traits[i]))
            return omp_null_allocator;
    struct oc_allocator *allocator = malloc(sizeof *allocator);
    if (!allocator)
        return omp_null_allocator;
    *allocator = made;
    return (omp_allocator_handle_t)(uintptr_t)allocator;
}

void omp_destroy_allocator(omp_allocator_handle_t allocator) {
    if (allocator > omp_thread_mem_alloc)
        free((void *)(uintptr_t)allocator);
}
