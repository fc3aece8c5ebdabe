/* Support for the functions that GCC makes of OpenMP regions and tasks. Wrappers of the library
 * functions that start them (python/onchip/build/interposer.py) call the functions declared
 * here. */
#ifndef TRACE_OUTLINED_H
#define TRACE_OUTLINED_H

#include <stdbool.h>

/* What a wrapper passes to the threads of a region instead of the data of the region's function. */
struct oc_traced_region {
    void *reductions; /* first, because GOMP_parallel_reductions() reads it there */
    void (*function)(void *);
    void *data;
};
void oc_traced_region_run(void *region);

/* The type of GOMP_task() and of functions that replace it. */
typedef void oc_traced_spawn(void (*function)(void *), void *data, void (*copier)(void *, void *),
                             long bytes, long alignment, bool is_deferred, unsigned flags,
                             void **depends, int priority, void *event);
void oc_traced_task(oc_traced_spawn *spawn, void (*function)(void *), void *data,
                    void (*copier)(void *, void *), long bytes, long alignment, bool is_deferred,
                    unsigned flags, void **depends, int priority, void *event);

#endif
