/* Graph topologies. */
#ifndef MPI_TOPOLOGY_GRAPH_H
#define MPI_TOPOLOGY_GRAPH_H

#include "mpi/comm/topology.h"

/* Makes a graph of at least one node. Returns null if there is no memory. */
struct oc_topology *oc_graph_new(int nodes, const int index[], const int edges[]);

static inline int oc_graph_first(const struct oc_topology *topology, int rank) {
    return rank ? topology->graph.index[rank - 1] : 0;
}

static inline int oc_graph_degree(const struct oc_topology *topology, int rank) {
    return topology->graph.index[rank] - oc_graph_first(topology, rank);
}

static inline const int *oc_graph_neighbors(const struct oc_topology *topology, int rank) {
    return topology->graph.edges + oc_graph_first(topology, rank);
}

/* The number of edges of the whole graph. */
static inline int oc_graph_edges(const struct oc_topology *topology) {
    return topology->graph.index[topology->graph.nodes - 1];
}

#endif
