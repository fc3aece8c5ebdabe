/* Distributed graph topologies: each process knows its own neighbours. */
#ifndef MPI_TOPOLOGY_DIST_GRAPH_H
#define MPI_TOPOLOGY_DIST_GRAPH_H

#include "mpi/comm/topology.h"

/* Makes a distributed graph with room for these numbers of neighbours. Returns null if there is no
 * memory. */
struct oc_topology *oc_dist_graph_new(int indegree, int outdegree, bool weighted);

/* Edges in the form of MPI_Dist_graph_create: `count` nodes, each with a list of destinations. */
struct oc_edge_lists {
    int count;
    const int *sources;
    const int *degrees;
    const int *destinations;
    const int *weights; /* an array, or MPI_UNWEIGHTED */
};

/* Makes a distributed graph of edges that any rank may name. All ranks of `comm` must call this
 * function, each with some of the edges. Each rank in turn sends its edges to all others, and each
 * rank keeps the edges that begin or end there. Returns null if there is no memory. */
struct oc_topology *oc_dist_graph_collect(const struct oc_communicator *comm,
                                          const struct oc_edge_lists *lists);

#endif
