/* Topologies: the neighbours of each rank of a communicator (MPI 4.1, chapter 8). */
#ifndef MPI_COMM_TOPOLOGY_H
#define MPI_COMM_TOPOLOGY_H

#include <stdbool.h>

#include "mpi/core/communicator.h"

struct oc_topology {
    int kind;            /* MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH */
    unsigned references; /* number of communicators that use it; duplicates share a topology */
    union {
        struct {
            int count; /* number of dimensions */
            int *dims;
            int *periods;
            /* This process' two neighbours in each dimension, once they have been computed. */
            bool knows_neighbors;
            int *neighbors;
        } cart;
        struct {
            int nodes;
            int *index; /* ends of the nodes' lists in `edges` */
            int *edges;
        } graph;
        /* A distributed graph: the neighbours of this process. */
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
    int words[]; /* the contents of the arrays above */
};

/* Makes a topology with room for `words` integers and with one reference; null: there is no
 * memory. */
struct oc_topology *oc_topology_new(int kind, size_t words);

struct oc_topology *oc_topology_hold(struct oc_topology *topology);
void oc_topology_release(struct oc_topology *topology);

#endif
