/* Finds lengths of dimensions that are as close to each other as possible. */
#ifndef MPI_TOPOLOGY_DIMS_H
#define MPI_TOPOLOGY_DIMS_H

#include <stdbool.h>

/* Finds `count` lengths, in non-increasing order, whose product is `nodes` (at least 1). Among all
 * such lists it takes one with the least difference between the longest and the shortest; among
 * these, one whose longest is shortest, and so on for the next ones. Returns false if there is no
 * memory. */
bool oc_dims_balance(int nodes, int count, int lengths[]);

#endif
