/* Checks of the arguments of functions about topologies. Each check returns a value or raises an
 * error, as the checks in error/check.h do. */
#ifndef MPI_TOPOLOGY_CHECK_H
#define MPI_TOPOLOGY_CHECK_H

#include "mpi/comm/check.h"
#include "mpi/comm/topology.h"

/* Finds the topology of a communicator, which must be of the given kind. */
int oc_check_topology(const struct oc_communicator *comm, int kind,
                      const struct oc_topology **topology);

/* Checks that a number is a rank of an intracommunicator. */
int oc_check_rank(const struct oc_communicator *comm, int rank);

/* Checks that an array with room for `room` integers has room for `needed` ones. */
int oc_check_room(const struct oc_communicator *comm, int room, const int array[], int needed);

/* Checks the number of elements of an array, which must not be negative, and the array. */
int oc_check_array(const struct oc_communicator *comm, int count, const int array[]);

/* Checks the dimensions of a Cartesian topology: each is at least 1, and the grid has no more
 * processes than `comm`. */
int oc_check_cart(const struct oc_communicator *comm, int count, const int dims[],
                  const int periods[]);

/* Checks the nodes and edges of a graph, which may not have more nodes than `comm` has
 * processes. */
int oc_check_graph(const struct oc_communicator *comm, int nodes, const int index[],
                   const int edges[]);

/* Checks `count` ranks of `comm`, and their weights unless they are MPI_UNWEIGHTED. */
int oc_check_edges(const struct oc_communicator *comm, int count, const int ranks[],
                   const int *weights);

#endif
