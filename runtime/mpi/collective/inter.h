/* Collectives on intercommunicators (MPI 4.1, section 6.2.3), in which each group gets what the
 * other group contributes. Most of them go through the leaders, which are the first ranks of both
 * groups. Within a group they use collectives of that group. MPI_Alltoall and its other forms need
 * no leaders: alltoall_pairwise.c handles two groups. */
#ifndef MPI_COLLECTIVE_INTER_H
#define MPI_COLLECTIVE_INTER_H

#include "link/variant.h"
#include "mpi/collective/blocks.h"
#include "mpi/collective/shares.h"

/* The functions for intercommunicators. Each function but the last does everything after the check
 * of the communicator: it checks the other arguments, communicates and raises errors. The table is
 * linked only into programs that make intercommunicators. */
struct oc_inter {
    int (*barrier)(const struct oc_communicator *comm);
    int (*bcast)(const struct oc_communicator *comm, void *buffer, ptrdiff_t count,
                 MPI_Datatype type, int root);
    /* `gather` and `scatter` are also for MPI_Gatherv and MPI_Scatterv. Only the root uses `all`,
     * and only other ranks use the other buffer. */
    int (*gather)(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                  MPI_Datatype sendtype, const struct oc_rank_blocks *all, int root);
    int (*scatter)(const struct oc_communicator *comm, const struct oc_rank_blocks *all,
                   void *recvbuf, ptrdiff_t recvcount, MPI_Datatype recvtype, int root);
    int (*allgather)(const struct oc_communicator *comm, const void *sendbuf, ptrdiff_t sendcount,
                     MPI_Datatype sendtype, const struct oc_rank_blocks *all);
    int (*reduce)(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                  ptrdiff_t count, MPI_Datatype type, MPI_Op op, int root);
    int (*allreduce)(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf,
                     ptrdiff_t count, MPI_Datatype type, MPI_Op op);
    /* Executes only the algorithm, as the functions of collective.h do. */
    int (*reduce_scatter)(const struct oc_communicator *comm, const void *mine, void *result,
                          const struct oc_shares *shares, const struct oc_reduction *reduction);
};

/* The address of this table is null in programs without intercommunicators. */
extern const struct oc_inter oc_inter OC_OPTIONAL;

#endif
