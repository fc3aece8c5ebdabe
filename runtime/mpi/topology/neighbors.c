#include "mpi/topology/neighbors.h"

#include "mpi/topology/cart.h"
#include "mpi/topology/graph.h"

/* Counts the neighbours in both directions. In a grid, these are the lower and the upper neighbour
 * in each dimension. In a graph, they are all edges, because each edge leads in both directions. */
static int count_both_ways(const struct oc_communicator *comm) {
    const struct oc_topology *topology = comm->topology;
    return topology->kind == MPI_CART ? 2 * topology->cart.count
                                      : oc_graph_degree(topology, comm->rank);
}

static int cart_neighbor(struct oc_topology *topology, int rank, int which) {
    int *neighbors = topology->cart.neighbors;
    for (int i = 0; !topology->cart.knows_neighbors && i < 2 * topology->cart.count; i++)
        neighbors[i] = oc_cart_step(topology, rank, i / 2, i % 2 ? 1 : -1);
    topology->cart.knows_neighbors = true;
    return neighbors[which];
}

static int both_ways(const struct oc_communicator *comm, int which) {
    struct oc_topology *topology = comm->topology;
    if (topology->kind == MPI_CART)
        return cart_neighbor(topology, comm->rank, which);
    return oc_graph_neighbors(topology, comm->rank)[which];
}

int oc_sources_count(const struct oc_communicator *comm) {
    return comm->topology->kind == MPI_DIST_GRAPH ? comm->topology->dist.indegree
                                                  : count_both_ways(comm);
}

int oc_destinations_count(const struct oc_communicator *comm) {
    return comm->topology->kind == MPI_DIST_GRAPH ? comm->topology->dist.outdegree
                                                  : count_both_ways(comm);
}

int oc_source(const struct oc_communicator *comm, int which) {
    return comm->topology->kind == MPI_DIST_GRAPH ? comm->topology->dist.sources[which]
                                                  : both_ways(comm, which);
}

int oc_destination(const struct oc_communicator *comm, int which) {
    return comm->topology->kind == MPI_DIST_GRAPH ? comm->topology->dist.destinations[which]
                                                  : both_ways(comm, which);
}

int oc_source_in_turn(const struct oc_communicator *comm, int turn) {
    return comm->topology->kind == MPI_CART ? turn ^ 1 : turn;
}
