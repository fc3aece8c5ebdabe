/* The agreement among the places of a job about ranks, over a binomial tree of words in the shared
 * blocks. Place p is the parent of p + 1, p + 2, p + 4, … up to its lowest set bit, so a subtree is
 * a range of places: sizes go up, ranks in the order of places come down. */
#ifndef MPI_WORLD_AGREEMENT_H
#define MPI_WORLD_AGREEMENT_H

#include "mpi/transport/transport.h"

/* The two occasions. */
enum { OC_JOIN, OC_LEAVE };

/* Returns when all places have called it, on each occasion once. Gives this process' rank, and by
 * `size` how many there are. */
int oc_agree_on_tree(int occasion, int *size);

/* The same; in programs with sessions, which may join again, session/session.c has another one. */
int oc_agree(int occasion, int *size);

/* Makes this process a rank of MPI_COMM_WORLD. */
static inline void oc_world_join(void) {
    oc_transport_start();
    int rank = oc_agree(OC_JOIN, &oc_comm_world.size);
    oc_comm_world.peers = oc_comm_world.size;
    oc_comm_world.rank = oc_group_self.first = rank;
    hal_tell_rank(rank);
}

#endif
