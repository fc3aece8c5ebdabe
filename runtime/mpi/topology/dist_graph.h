/* Distributed graph topologies: each process knows its own neighbours. */
#ifndef MPI_TOPOLOGY_DIST_GRAPH_H
#define MPI_TOPOLOGY_DIST_GRAPH_H

#include "mpi/comm/topology.h"

/* Makes a distributed graph with room for these numbers of neighbours; null: there is no memory. */
struct oc_topology *oc_dist_graph_new(int indegree, int outdegree, bool weighted);

/* Edges as MPI_Dist_graph_create takes them: `count` nodes, each with a list of destinations. */
struct oc_edge_lists {
    int count;
    const int *sources;
    const int *degrees;
    const int *destinations;
    const int *weights; /* an array, or MPI_UNWEIGHTED */
};

/* Makes a distributed graph of edges that any rank may name. All ranks of `comm` call this
 * function, each with some of the edges. Each rank in turn sends all its edges to the other ranks,
 * which keep the edges that concern them. Returns null if there is no memory. */
struct oc_topology *oc_dist_graph_collect(const struct oc_communicator *comm,
                                          const struct oc_edge_lists *lists);

#endif
