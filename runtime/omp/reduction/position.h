/* The position of a thread in the tree of reductions. */
#ifndef OMP_REDUCTION_POSITION_H
#define OMP_REDUCTION_POSITION_H

#include "omp/reduction/reduction.h"

/* Finds the calling thread's position in its team, except for `up`. Returns the number of the
 * thread's leader, or -1 if it has none. `index` becomes the thread's index among the threads below
 * this leader. */
int oc_reduction_position(struct oc_reduction *position, int *index);

#endif
