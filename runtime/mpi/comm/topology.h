/* Topologies: the neighbours of each rank of a communicator (MPI 4.1, chapter 8). */
#ifndef MPI_COMM_TOPOLOGY_H
#define MPI_COMM_TOPOLOGY_H

#include <stdbool.h>

#include "mpi/core/communicator.h"

struct oc_topology {
    int kind;            /* MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH */
    unsigned references; /* number of communicators that use the topology; duplicates share it */
    union {
        struct {
            int count; /* number of dimensions */
            int *dims;
            int *periods;
            /* This process' two neighbours in each dimension, if they have been computed. */
            bool knows_neighbors;
            int *neighbors;
        } cart;
        struct {
            int nodes;
            int *index; /* for each node, the end of its list in `edges` */
            int *edges;
        } graph;
        /* A distributed graph: only the neighbours of this process are known. */
        struct {
            int indegree;
            int outdegree;
            bool weighted;
            int *sources;
            int *destinations;
            int *source_weights;
            int *destination_weights;
        } dist;
    };
    int words[]; /* contents of the arrays to which the members above point */
};

/* Makes a topology with one reference and with room for `words` integers. Returns null if there is
 * no memory. */
struct oc_topology *oc_topology_new(int kind, size_t words);

struct oc_topology *oc_topology_hold(struct oc_topology *topology);
void oc_topology_release(struct oc_topology *topology);

#endif
