#include "mpi/topology/dist_graph.h"

struct oc_topology *oc_dist_graph_new(int indegree, int outdegree, bool weighted) {
    size_t edges = (size_t)indegree + (size_t)outdegree;
    struct oc_topology *topology = oc_topology_new(MPI_DIST_GRAPH, 2 * edges);
    if (!topology)
        return NULL;
    topology->dist.indegree = indegree;
    topology->dist.outdegree = outdegree;
    topology->dist.weighted = weighted;
    topology->dist.sources = topology->words;
    topology->dist.destinations = topology->dist.sources + indegree;
    topology->dist.source_weights = topology->dist.destinations + outdegree;
    topology->dist.destination_weights = topology->dist.source_weights + indegree;
    return topology;
}
