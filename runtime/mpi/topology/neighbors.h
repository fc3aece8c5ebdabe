/* The neighbours of this process, for any kind of topology, in the order of the neighbourhood
 * collectives (MPI 4.1, section 8.6). */
#ifndef MPI_TOPOLOGY_NEIGHBORS_H
#define MPI_TOPOLOGY_NEIGHBORS_H

#include "mpi/core/communicator.h"

/* The ranks of the processes that send to this process, and of those to which this process sends. A
 * rank beyond the edge of a grid is MPI_PROC_NULL. */
struct oc_neighbors {
    int sources, destinations;
    const int *source, *destination;
    int turned; /* 1 in a grid, otherwise 0; see oc_source_in_turn() */
};

/* Returns this process' neighbours in a communicator with a topology. */
struct oc_neighbors oc_neighbors_of(const struct oc_communicator *comm);

/* Returns the number of the source from which this process receives in step `turn` of a collective.
 * If there are several edges between two processes, messages follow the order of the edges. In a
 * grid, each step moves messages in one direction: a process that sends to its lower neighbour
 * receives from its upper one. So the two sources of a dimension are exchanged. */
static inline int oc_source_in_turn(const struct oc_neighbors *neighbors, int turn) {
    return turn ^ neighbors->turned;
}

#endif
