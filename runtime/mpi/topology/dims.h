/* Finds lengths of dimensions that are as close to each other as possible. */
#ifndef MPI_TOPOLOGY_DIMS_H
#define MPI_TOPOLOGY_DIMS_H

#include <stdbool.h>

/* Finds `count` lengths, in non-increasing order, whose product is `nodes` (at least 1). Among all
 * such lists, it takes one with the least difference between the longest and the shortest length.
 * Among several of these, it takes the one whose longest length is shortest; if these are equal,
 * the next lengths decide in the same way. Returns false if there is no memory. */
bool oc_dims_balance(int nodes, int count, int lengths[]);

#endif
