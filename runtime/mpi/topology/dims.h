/* Finds lengths for the dimensions of a grid that are as close to each other as possible. */
#ifndef MPI_TOPOLOGY_DIMS_H
#define MPI_TOPOLOGY_DIMS_H

#include <stdbool.h>

/* Finds `count` lengths, in non-increasing order, whose product is `nodes` (at least 1). The
 * difference between the longest and the shortest length is as small as possible. If several lists
 * have this difference, the list with the shortest longest length is chosen; if these are equal,
 * the next lengths decide in the same way. Returns false if there is no memory. */
bool oc_dims_balance(int nodes, int count, int lengths[]);

#endif
