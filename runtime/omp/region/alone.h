/* Regions of one thread: those with `if` or `num_threads(1)`, and those nested so deeply that they
 * get no more threads. Their constructs work as in a team of one thread, but no team is set up for
 * these regions. */
#ifndef OMP_REGION_ALONE_H
#define OMP_REGION_ALONE_H

#include "omp/region/pass.h"

void OC_FLAVOUR(oc_parallel_alone)(oc_region *function, void *data);

#endif
