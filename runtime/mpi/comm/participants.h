/* The processes that make a communicator together. They are all or some processes of an
 * intracommunicator, and perhaps others on the other side of a communicator that connects the roots
 * of the two sides (`bridge`). Their messages go over a binomial tree from the root, in the
 * communicator's context OC_CONTEXT_MAKING. */
#ifndef MPI_COMM_PARTICIPANTS_H
#define MPI_COMM_PARTICIPANTS_H

#include <stddef.h>

#include "mpi/core/communicator.h"

struct oc_participants {
    const struct oc_communicator *comm;
    const struct oc_group *members; /* null: all of `comm` */
    int rank;                       /* rank of this process among the members */
    int size;
    int root;
    int tag;
    const struct oc_communicator *bridge; /* used only at the root; null: there is no other side */
    int partner;                          /* rank of the other root in `bridge` */
    int bridge_tag;
};

/* Makes the participants of all processes of a communicator. In an intercommunicator, these are the
 * processes of both groups. */
struct oc_participants oc_participants_of(const struct oc_communicator *comm);

/* Makes the participants from the members of a group, all of which are in `comm`. */
struct oc_participants oc_participants_among(const struct oc_communicator *comm,
                                             const struct oc_group *members, int tag);

/* All participants must call the following functions in the same order. Functions that return an
 * int return MPI_SUCCESS or an error class. */

/* Combines words of all participants on both sides by a bitwise and; at most OC_PARTICIPANTS_WORDS
 * words. */
#define OC_PARTICIPANTS_WORDS 8
int oc_participants_and(const struct oc_participants *participants, uint32_t *words, int count);

/* Sends the root's data to all participants on its side. */
int oc_participants_bcast(const struct oc_participants *participants, void *data, size_t bytes);

/* Sends the root's data to all participants on the other side. The data of both sides have the same
 * length. */
int oc_participants_exchange(const struct oc_participants *participants, const void *mine,
                             void *theirs, size_t bytes);

/* Exchanges groups. The root's group `mine` goes to all participants on the other side; the result
 * is the group of the other root. Returns null if there is no memory. */
struct oc_group *oc_participants_exchange_group(const struct oc_participants *participants,
                                                const struct oc_group *mine);

#endif
