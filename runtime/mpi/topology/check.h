/* Checks of arguments of functions about topologies; outside, as in error/check.h. */
#ifndef MPI_TOPOLOGY_CHECK_H
#define MPI_TOPOLOGY_CHECK_H

#include "mpi/comm/check.h"
#include "mpi/comm/topology.h"

/* The topology of a communicator, which is to be of a kind. */
int oc_check_topology(const struct oc_communicator *comm, int kind,
                      const struct oc_topology **topology);

/* A rank of an intracommunicator. */
int oc_check_rank(const struct oc_communicator *comm, int rank);

/* Room for at least `needed` integers. */
int oc_check_room(const struct oc_communicator *comm, int room, const int array[], int needed);

/* A number of elements, 0 or more, and their array. */
int oc_check_array(const struct oc_communicator *comm, int count, const int array[]);

/* Dimensions of a Cartesian topology, all at least 1, for at most all of `comm`. */
int oc_check_cart(const struct oc_communicator *comm, int count, const int dims[],
                  const int periods[]);

/* Nodes and edges of a graph, at most all of `comm`. */
int oc_check_graph(const struct oc_communicator *comm, int nodes, const int index[],
                   const int edges[]);

/* So many ranks of `comm`, and their weights unless they are MPI_UNWEIGHTED. */
int oc_check_edges(const struct oc_communicator *comm, int count, const int ranks[],
                   const int *weights);

#endif
