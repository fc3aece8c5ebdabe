/* The common part of all forms of MPI_Alltoall. */
#ifndef MPI_COLLECTIVE_ALLTOALL_H
#define MPI_COLLECTIVE_ALLTOALL_H

#include "mpi/collective/blocks.h"

/* Checks the blocks and exchanges them. The blocks to be sent may be MPI_IN_PLACE. */
int oc_alltoall(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to);

#endif
