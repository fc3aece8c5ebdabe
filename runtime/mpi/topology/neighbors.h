/* The neighbours of this process, for any kind of topology, in the order of the neighbourhood
 * collectives (MPI 4.1, section 8.6). */
#ifndef MPI_TOPOLOGY_NEIGHBORS_H
#define MPI_TOPOLOGY_NEIGHBORS_H

#include "mpi/core/communicator.h"

/* In a communicator with a topology: the number of processes that send to this one, and of those
 * that it sends to. */
int oc_sources_count(const struct oc_communicator *comm);
int oc_destinations_count(const struct oc_communicator *comm);

/* The rank of one of them, or MPI_PROC_NULL beyond the end of a grid. */
int oc_source(const struct oc_communicator *comm, int which);
int oc_destination(const struct oc_communicator *comm, int which);

/* Where there are several edges between two processes, the first message is that of the first edge.
 * Gives which source is to be received from as the `turn`-th: in a grid, what goes down comes from
 * above, so there the two of a dimension change places. */
int oc_source_in_turn(const struct oc_communicator *comm, int turn);

#endif
