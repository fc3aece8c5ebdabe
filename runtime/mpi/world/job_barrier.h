/* A barrier of all processes of a job, over a binomial tree of words in their shared blocks. The
 * children of place p are p + 1, p + 2, p + 4 and so on, with all powers of two below the lowest
 * set bit of p. For place 0, these are all powers of two below the number of places. */
#ifndef MPI_WORLD_JOB_BARRIER_H
#define MPI_WORLD_JOB_BARRIER_H

#include "link/variant.h"
#include "mpi/core/communicator.h"
#include "mpi/transport/transport.h"

/* Where the barrier is used: in MPI_Init and in MPI_Finalize. */
enum { OC_JOIN, OC_LEAVE };

/* Waits until all places have called this function. The second variant is for programs with
 * sessions, which may join several times; there, only the first call with OC_JOIN has an effect. */
void oc_job_barrier(int occasion);
OC_VARIANTS(oc_job_barrier, oc_job_barrier_on_tree, oc_job_barrier_once);

/* Makes this process a rank of MPI_COMM_WORLD. Its rank is its place. */
static inline void oc_world_join(void) {
    oc_transport_start();
    oc_job_barrier(OC_JOIN);
    int rank = hal_place();
    oc_comm_world.peers = oc_comm_world.size = hal_places();
    oc_comm_world.rank = oc_group_self.first = rank;
    hal_report_rank(rank);
}

#endif
