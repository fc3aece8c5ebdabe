/* The processes that make a communicator together: all or some of an intracommunicator, and perhaps
 * others at the far side of a bridge between the two roots. Their messages go over a binomial tree
 * from the root, in the communicator's third context.
 */
#ifndef MPI_COMM_PARTICIPANTS_H
#define MPI_COMM_PARTICIPANTS_H

#include <stddef.h>

#include "mpi/core/communicator.h"

struct oc_participants {
    const struct oc_communicator *comm;
    const struct oc_group *members; /* null: all of `comm` */
    int rank;                       /* this process', among the members */
    int size;
    int root;
    int tag;
    const struct oc_communicator *bridge; /* matters at the root; null: nobody is there */
    int partner;                          /* rank there of the other root */
    int bridge_tag;
};

/* All processes of a communicator; of an intercommunicator, both groups. */
struct oc_participants oc_participants_of(const struct oc_communicator *comm);

/* The members of a group, all of them in `comm`. */
struct oc_participants oc_participants_among(const struct oc_communicator *comm,
                                             const struct oc_group *members, int tag);

/* All participants must call each of these functions in the same order. They give MPI_SUCCESS or an
 * error class. */

/* Bits that are set at all members, in both circles; at most OC_PARTICIPANTS_WORDS words. */
#define OC_PARTICIPANTS_WORDS 8
int oc_participants_and(const struct oc_participants *participants, uint32_t *words, int count);

/* What the root has, to all of its participants. */
int oc_participants_bcast(const struct oc_participants *participants, void *data, size_t bytes);

/* What the root has, to all of the other participants; both are of the same length. */
int oc_participants_exchange(const struct oc_participants *participants, const void *mine,
                             void *theirs, size_t bytes);

/* Exchanges groups: the root's `mine` goes to all participants on the other side, and the other
 * root's is the result. Null: there is no memory. */
struct oc_group *oc_participants_exchange_group(const struct oc_participants *participants,
                                                const struct oc_group *mine);

#endif
