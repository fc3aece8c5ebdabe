/* The functions of the table oc_inter. */
#ifndef MPI_COLLECTIVE_INTER_FUNCTIONS_H
#define MPI_COLLECTIVE_INTER_FUNCTIONS_H

#include "mpi/collective/inter.h"

int oc_inter_barrier(const struct oc_communicator *comm);
int oc_inter_bcast(const struct oc_communicator *comm, void *buffer, ptrdiff_t count,
                   MPI_Datatype type, int root);
int oc_inter_gather(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                    MPI_Datatype sendtype, const struct oc_rank_blocks *all, int root);
int oc_inter_scatter(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                     void *recvbuf, ptrdiff_t recvcount, MPI_Datatype recvtype, int root);
int oc_inter_allgather(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                       MPI_Datatype sendtype, const struct oc_rank_blocks *all);
int oc_inter_reduce(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                    ptrdiff_t count, MPI_Datatype type, MPI_Op op, int root);
int oc_inter_allreduce(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                       ptrdiff_t count, MPI_Datatype type, MPI_Op op);
int oc_inter_reduce_scatter(const struct oc_communicator *comm, const void *mine, void *result,
                            const struct oc_shares *shares, const struct oc_reduction *reduction);

#endif
