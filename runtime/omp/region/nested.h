/* Regions that cannot start at once, because they are nested or because their number of threads
 * differs from that of the last region. */
#ifndef OMP_REGION_NESTED_H
#define OMP_REGION_NESTED_H

#include "omp/region/pass.h"

/* Runs the region if it is nested. Otherwise it does not run the region, but prepares the team of
 * threads 0 to size - 1 for it (oc_thread.ready) and returns false. */
bool OC_FLAVOUR(oc_parallel_nested)(oc_region *function, void *data, unsigned threads);

#endif
