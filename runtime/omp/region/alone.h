/* Regions of one thread: with `if` or `num_threads(1)`, or inside so many others that they get no
 * more. Their constructs are those of a team of one, and nothing is set up for them. */
#ifndef OMP_REGION_ALONE_H
#define OMP_REGION_ALONE_H

#include "omp/region/pass.h"

void OC_FLAVOUR(oc_parallel_alone)(oc_region *function, void *data);

#endif
