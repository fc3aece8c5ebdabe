/* Lengths of dimensions that are as close to each other as possible. */
#ifndef MPI_TOPOLOGY_DIMS_H
#define MPI_TOPOLOGY_DIMS_H

#include <stdbool.h>

/* `count` lengths, in non-increasing order, whose product is `nodes` (at least 1): of all such, one
 * with the least difference between the longest and the shortest, and of these one whose longest
 * is the shortest, and so on for the next ones. False: there is no memory. */
bool oc_dims_balance(int nodes, int count, int lengths[]);

#endif
