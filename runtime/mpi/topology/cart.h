/* Cartesian topologies, whose ranks are in row-major order of their coordinates. */
#ifndef MPI_TOPOLOGY_CART_H
#define MPI_TOPOLOGY_CART_H

#include "mpi/comm/topology.h"

/* Makes a Cartesian topology. Returns null if there is no memory. */
struct oc_topology *oc_cart_new(int count, const int dims[], const int periods[]);

/* The number of processes in the grid, or INT_MAX if it is larger. */
int oc_cart_nodes(int count, const int dims[]);

/* The coordinate of a rank in one dimension. */
int oc_cart_coordinate(const struct oc_topology *topology, int rank, int dimension);

/* The rank that is `steps` steps further in a dimension. It is MPI_PROC_NULL beyond the end of a
 * dimension that is not periodic. */
int oc_cart_step(const struct oc_topology *topology, int rank, int dimension, int steps);

#endif
