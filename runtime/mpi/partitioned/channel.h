/* Which partitioned send belongs to which receive (MPI 4.1, section 4.2): of those with the same
 * communicator, ranks and tag, the n-th of MPI_Psend_init to the n-th of MPI_Precv_init, in
 * whichever order they are started.
 *
 * Each pair is a channel, and its messages have a tag of their own, which the sender's process
 * chooses. It announces the tag, once, before the first message; the receiver listens, and may
 * post a receive once its channel is known. */
#ifndef MPI_PARTITIONED_CHANNEL_H
#define MPI_PARTITIONED_CHANNEL_H

#include "mpi/request/request.h"

struct oc_channel {
    const struct oc_communicator *comm;
    int peer;
    int tag;         /* the user's */
    uint32_t number; /* from 0 on, in the order of the calls */
    uint32_t data;   /* tag of its messages; 0: not known yet */

    /* Members of a receive's channel, which are used until the channel is known. */
    struct oc_channel *next;
    void (*known)(void *context); /* called then */
    void *context;
};

/* Numbers a channel; the caller has filled in the first three members and the last two. False:
 * there is no memory. */
bool oc_channel_number(struct oc_channel *channel, enum oc_kind kind);

/* Listens for the sender's announcement of a receive's channel, which has been numbered. False:
 * there is no memory. */
bool oc_channel_listen(struct oc_channel *channel);

/* Announces a send's channel to the receiver, once. False: there is no memory. */
bool oc_channel_announce(struct oc_channel *channel);

/* Stops listening for a channel. */
void oc_channel_forget(struct oc_channel *channel);

#endif
