/* The default allocator (OpenMP 5.2, 18.13.4 and 18.13.5). Each task has its own setting. */
#include "omp.h"
#include "omp/settings/settings.h"

void omp_set_default_allocator(omp_allocator_handle_t allocator) {
    /* The standard does not define the effect of the null allocator; libgomp resets the default. */
    oc_settings_own()->allocator =
        allocator == omp_null_allocator ? omp_default_mem_alloc : allocator;
}

omp_allocator_handle_t omp_get_default_allocator(void) {
    return oc_settings_here()->allocator;
}
