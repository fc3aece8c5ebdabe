/* Distributed graph topologies: each process knows its own neighbours. */
#ifndef MPI_TOPOLOGY_DIST_GRAPH_H
#define MPI_TOPOLOGY_DIST_GRAPH_H

#include "mpi/comm/topology.h"

/* A new one with room for so many neighbours, or null: there is no memory. */
struct oc_topology *oc_dist_graph_new(int indegree, int outdegree, bool weighted);

/* Edges as MPI_Dist_graph_create takes them: `count` nodes, each with some destinations. */
struct oc_edge_lists {
    int count;
    const int *sources;
    const int *degrees;
    const int *destinations;
    const int *weights; /* or MPI_UNWEIGHTED */
};

/* Called by all of `comm`, each with some of the edges. Everybody tells them all in turn, and keeps
 * the own ones. Null: there is no memory. */
struct oc_topology *oc_dist_graph_collect(const struct oc_communicator *comm,
                                          const struct oc_edge_lists *lists);

#endif
