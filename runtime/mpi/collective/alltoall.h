/* Code that all forms of MPI_Alltoall share. The blocks to be sent may be MPI_IN_PLACE. */
#ifndef MPI_COLLECTIVE_ALLTOALL_H
#define MPI_COLLECTIVE_ALLTOALL_H

#include "mpi/collective/blocks.h"

int oc_alltoall_check(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                      const struct oc_rank_blocks *to, bool in_place);

/* Checks the blocks, which must all have one length, and exchanges them. */
int oc_alltoall(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                const struct oc_rank_blocks *to);

/* Checks the blocks, which may have different lengths, and exchanges them. */
int oc_alltoallv(struct oc_communicator *comm, const struct oc_rank_blocks *from,
                 const struct oc_rank_blocks *to);

#endif
