/* The neighbours of this process, for any kind of topology, in the order of the neighbourhood
 * collectives (MPI 4.1, section 8.6). */
#ifndef MPI_TOPOLOGY_NEIGHBORS_H
#define MPI_TOPOLOGY_NEIGHBORS_H

#include "mpi/core/communicator.h"

/* In a communicator with a topology: the number of processes that send to this process, and the
 * number of processes to which this process sends. */
int oc_sources_count(const struct oc_communicator *comm);
int oc_destinations_count(const struct oc_communicator *comm);

/* The rank of a source or of a destination. Beyond the end of a grid it is MPI_PROC_NULL. */
int oc_source(const struct oc_communicator *comm, int which);
int oc_destination(const struct oc_communicator *comm, int which);

/* Returns the source from which this process receives in turn `turn`. If there are several edges
 * between two processes, messages follow the order of the edges. In a grid, a message that goes
 * down comes from above, so the two sources of a dimension are exchanged. */
int oc_source_in_turn(const struct oc_communicator *comm, int turn);

#endif
