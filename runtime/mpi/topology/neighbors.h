/* The neighbours of this process, for any kind of topology, in the order of the neighbourhood
 * collectives (MPI 4.1, section 8.6). */
#ifndef MPI_TOPOLOGY_NEIGHBORS_H
#define MPI_TOPOLOGY_NEIGHBORS_H

#include "mpi/core/communicator.h"

/* In a communicator with a topology, the number of processes that send to this one, and the number
 * of processes that this one sends to. */
int oc_sources_count(const struct oc_communicator *comm);
int oc_destinations_count(const struct oc_communicator *comm);

/* The rank of a source or of a destination; MPI_PROC_NULL beyond the end of a grid. */
int oc_source(const struct oc_communicator *comm, int which);
int oc_destination(const struct oc_communicator *comm, int which);

/* If there are several edges between two processes, messages follow the order of the edges. Returns
 * the source from which to receive in turn `turn`. In a grid, a message that goes down comes from
 * above, so the two sources of a dimension are exchanged. */
int oc_source_in_turn(const struct oc_communicator *comm, int turn);

#endif
