/* What MPI_Allgather and MPI_Allgatherv have in common. */
#ifndef MPI_COLLECTIVE_ALLGATHER_H
#define MPI_COLLECTIVE_ALLGATHER_H

#include "mpi/collective/blocks.h"

/* Checks the arguments, and puts the own block where it belongs. */
int oc_allgather_begin(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                       MPI_Datatype sendtype, const struct oc_rank_blocks *all);

#endif
