/* The position of a thread in the tree of reductions. */
#ifndef OMP_REDUCTION_POSITION_H
#define OMP_REDUCTION_POSITION_H

#include "omp/reduction/reduction.h"

/* Fills in `position`, except for `up`, with the calling thread's position in its team. Returns the
 * number of the thread's leader, or -1 if the thread has none. Sets `index` to the thread's index
 * among the threads below this leader. */
int oc_reduction_position(struct oc_reduction *position, int *index);

#endif
