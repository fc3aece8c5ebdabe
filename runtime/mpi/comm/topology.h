/* Topologies: the neighbours of each rank of a communicator (MPI 4.1, chapter 8). */
#ifndef MPI_COMM_TOPOLOGY_H
#define MPI_COMM_TOPOLOGY_H

#include <stdbool.h>

#include "mpi/core/communicator.h"

struct oc_topology {
    int kind;            /* MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH */
    unsigned references; /* of communicators; duplicates share theirs */
    union {
        struct {
            int count; /* of dimensions */
            int *dims;
            int *periods;
        } cart;
        struct {
            int nodes;
            int *index; /* ends of the nodes' lists in `edges` */
            int *edges;
        } graph;
        /* Neighbours of this process only. */
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
    int words[]; /* what the arrays above point to */
};

/* One with room for so many integers and one reference, or null: there is no memory. */
struct oc_topology *oc_topology_new(int kind, size_t words);

struct oc_topology *oc_topology_hold(struct oc_topology *topology);
void oc_topology_release(struct oc_topology *topology);

#endif
