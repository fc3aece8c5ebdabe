/* Where a thread stands in the tree of reductions. */
#ifndef OMP_REDUCTION_POSITION_H
#define OMP_REDUCTION_POSITION_H

#include "omp/reduction/reduction.h"

/* Finds the calling thread's position in its team, without its way up; gives its leader, or -1,
 * and which of those it is that this one leads. */
int oc_reduction_position(struct oc_reduction *position, int *index);

#endif
