/* The processes that make a communicator together. One side consists of all or some processes of an
 * intracommunicator. There may be another side, if a communicator (`bridge`) connects the roots of
 * the two sides. Messages travel along a binomial tree from the root, in the communicator's context
 * OC_CONTEXT_MAKING. */
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
    const struct oc_communicator *bridge; /* used only at the root; null if there is one side */
    int partner;                          /* rank of the other side's root in `bridge` */
    int bridge_tag;
};

/* All processes of a communicator as participants. In an intercommunicator, these are the processes
 * of both groups. */
struct oc_participants oc_participants_of(const struct oc_communicator *comm);

/* The members of a group as participants. All of them must be in `comm`. */
struct oc_participants oc_participants_among(const struct oc_communicator *comm,
                                             const struct oc_group *members, int tag);

/* All participants must call the following functions in the same order. Functions that return an
 * int return MPI_SUCCESS or an error class. */

/* Combines up to OC_PARTICIPANTS_WORDS words of all participants, on both sides, by a bitwise
 * AND. */
#define OC_PARTICIPANTS_WORDS 8
int oc_participants_and(const struct oc_participants *participants, uint32_t *words, int count);

/* Sends the root's data to all participants on its side. */
int oc_participants_bcast(const struct oc_participants *participants, void *data, size_t bytes);

/* Sends the root's data to all participants on the other side. The data of both sides must have one
 * length. */
int oc_participants_exchange(const struct oc_participants *participants, const void *mine,
                             void *theirs, size_t bytes);

/* Sends the root's group `mine` to all participants on the other side, and returns the group of the
 * other side's root. Returns null if there is no memory. */
struct oc_group *oc_participants_exchange_group(const struct oc_participants *participants,
                                                const struct oc_group *mine);

#endif
