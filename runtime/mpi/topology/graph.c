#include "mpi/topology/graph.h"

#include <string.h>

struct oc_topology *oc_graph_new(int nodes, const int index[], const int edges[]) {
    size_t lists = (size_t)nodes, ends = (size_t)index[nodes - 1];
    struct oc_topology *topology = oc_topology_new(MPI_GRAPH, lists + ends);
    if (!topology)
        return NULL;
    topology->graph.nodes = nodes;
    topology->graph.index = topology->words;
    topology->graph.edges = topology->words + lists;
    memcpy(topology->graph.index, index, lists * sizeof *index);
    if (ends)
        memcpy(topology->graph.edges, edges, ends * sizeof *edges);
    return topology;
}
