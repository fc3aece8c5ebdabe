/* Code that the neighbourhood collectives share (MPI 4.1, section 8.6). */
#ifndef MPI_COLLECTIVE_NEIGHBOR_NEIGHBOR_H
#define MPI_COLLECTIVE_NEIGHBOR_NEIGHBOR_H

#include "mpi/collective/blocks.h"

/* Checks the topology and the blocks, and exchanges the blocks. `from` has a block for each
 * destination, `to` one for each source. */
int oc_neighbor(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to);

/* Raises an error if the communicator has no topology. */
int oc_check_has_neighbors(const struct oc_communicator *comm);

/* Exchanges blocks with all neighbours in the communicator's topology at the same time. Receives a
 * block from each source and sends one to each destination, in the order of
 * topology/neighbors.h. */
int oc_neighbor_linear(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                       const struct oc_rank_blocks *to);

#endif
