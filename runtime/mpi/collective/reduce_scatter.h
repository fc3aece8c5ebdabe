/* Code that MPI_Reduce_scatter and MPI_Reduce_scatter_block share. */
#ifndef MPI_COLLECTIVE_REDUCE_SCATTER_H
#define MPI_COLLECTIVE_REDUCE_SCATTER_H

#include "mpi/collective/shares.h"
#include "mpi/op/op.h"

struct oc_communicator;

/* Checks all arguments except the shares, which the caller has checked, and executes the
 * operation. */
int oc_reduce_scatter(struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                      struct oc_shares *shares, MPI_Datatype type, MPI_Op op);

#endif
