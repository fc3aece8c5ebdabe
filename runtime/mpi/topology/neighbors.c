#include "mpi/topology/neighbors.h"

#include "mpi/topology/cart.h"
#include "mpi/topology/graph.h"

/* The neighbours in a grid: two in each dimension, the lower one first. */
static struct oc_neighbors in_grid(struct oc_topology *topology, int rank) {
    int count = 2 * topology->cart.count, *neighbors = topology->cart.neighbors;
    if (!topology->cart.knows_neighbors)
        for (int i = 0; i < count; i++)
            neighbors[i] = oc_cart_step(topology, rank, i / 2, i % 2 ? 1 : -1);
    topology->cart.knows_neighbors = true;
    return (struct oc_neighbors){count, count, neighbors, neighbors, 1};
}

/* The neighbours in a graph, each edge of which leads in both directions. */
static struct oc_neighbors in_graph(const struct oc_topology *topology, int rank) {
    int count = oc_graph_degree(topology, rank);
    const int *neighbors = oc_graph_neighbors(topology, rank);
    return (struct oc_neighbors){count, count, neighbors, neighbors, 0};
}

struct oc_neighbors oc_neighbors_of(const struct oc_communicator *comm) {
    struct oc_topology *topology = comm->topology;
    if (topology->kind == MPI_CART)
        return in_grid(topology, comm->rank);
    if (topology->kind == MPI_GRAPH)
        return in_graph(topology, comm->rank);
    return (struct oc_neighbors){topology->dist.indegree, topology->dist.outdegree,
                                 topology->dist.sources, topology->dist.destinations, 0};
}
