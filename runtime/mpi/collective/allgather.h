/* Code that MPI_Allgather and MPI_Allgatherv share. */
#ifndef MPI_COLLECTIVE_ALLGATHER_H
#define MPI_COLLECTIVE_ALLGATHER_H

#include "mpi/collective/blocks.h"

/* Checks the arguments, and copies this rank's own block to its position. */
int oc_allgather_begin(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                       MPI_Datatype sendtype, const struct oc_rank_blocks *all);

#endif
