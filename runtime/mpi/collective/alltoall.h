/* The common parts of all forms of MPI_Alltoall. The blocks to be sent may be MPI_IN_PLACE. */
#ifndef MPI_COLLECTIVE_ALLTOALL_H
#define MPI_COLLECTIVE_ALLTOALL_H

#include "mpi/collective/blocks.h"

int oc_alltoall_check(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                      const struct oc_rank_blocks *to, bool in_place);

/* Checks the blocks and exchanges them. All of them have one length. */
int oc_alltoall(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to);

/* Checks and exchanges blocks of several lengths. */
int oc_alltoallv(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                 const struct oc_rank_blocks *to);

#endif
