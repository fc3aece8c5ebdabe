/* What all forms of MPI_Alltoall have in common. */
#ifndef MPI_COLLECTIVE_ALLTOALL_H
#define MPI_COLLECTIVE_ALLTOALL_H

#include "mpi/collective/blocks.h"

/* Checks the blocks, those sent perhaps MPI_IN_PLACE, and exchanges them. */
int oc_alltoall(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to);

#endif
