/* What MPI_Reduce_scatter and its block form have in common. */
#ifndef MPI_COLLECTIVE_REDUCE_SCATTER_H
#define MPI_COLLECTIVE_REDUCE_SCATTER_H

#include "mpi/collective/shares.h"
#include "mpi/op/op.h"

struct oc_communicator;

/* Everything behind the checks of the shares: checks the rest, and carries it out. */
int oc_reduce_scatter(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                      struct oc_shares *shares, MPI_Datatype type, MPI_Op op);

#endif
