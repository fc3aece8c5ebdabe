/* Functions that GCC generates from OpenMP's regions and tasks. The wrappers of the functions that
 * start them (python/onchip/build/interposer.py) call the functions declared here. */
#ifndef TRACE_OUTLINED_H
#define TRACE_OUTLINED_H

#include <stdbool.h>

/* What a wrapper passes to the threads of a region, in place of the data of the region's
 * function. */
struct oc_traced_region {
    void *reductions; /* first, because GOMP_parallel_reductions() expects it first in the data */
    void (*function)(void *);
    void *data;
};
void oc_traced_region_run(void *region);

/* GOMP_task(), or the function that replaces it. */
typedef void oc_traced_spawn(void (*function)(void *), void *data, void (*copier)(void *, void *),
                             long bytes, long alignment, bool is_deferred, unsigned flags,
                             void **depends, int priority, void *event);
void oc_traced_task(oc_traced_spawn *spawn, void (*function)(void *), void *data,
                    void (*copier)(void *, void *), long bytes, long alignment, bool is_deferred,
                    unsigned flags, void **depends, int priority, void *event);

#endif
