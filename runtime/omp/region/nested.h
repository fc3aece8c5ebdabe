/* Regions that cannot start at once: inside others, or with another number of threads than the last
 * one. */
#ifndef OMP_REGION_NESTED_H
#define OMP_REGION_NESTED_H

#include "omp/region/pass.h"

/* Runs the region. False: it has not, but has made the team of all threads of the process ready for
 * it (oc_thread.ready). */
bool OC_FLAVOUR(oc_parallel_nested)(oc_region *function, void *data, unsigned threads);

#endif
