/* Regions of one thread: those with `if` or `num_threads(1)`, and those nested so deep that they
 * get no more threads. Their constructs are those of a team of one, but no team is set up for
 * them. */
#ifndef OMP_REGION_ALONE_H
#define OMP_REGION_ALONE_H

#include "omp/region/pass.h"

void OC_FLAVOUR(oc_parallel_alone)(oc_region *function, void *data);

#endif
