/* Matches partitioned sends with receives (MPI 4.1, section 4.2): among those with the same
 * communicator, ranks and tag, the n-th MPI_Psend_init belongs to the n-th MPI_Precv_init, in
 * whatever order they are started.
 *
 * Each pair is a channel. Its messages have a tag of their own, which the sender's process chooses
 * and announces once, before the first message. The receiver listens for the announcement, and may
 * post a receive once its channel is known. */
#ifndef MPI_PARTITIONED_CHANNEL_H
#define MPI_PARTITIONED_CHANNEL_H

#include "mpi/request/request.h"

struct oc_channel {
    const struct oc_communicator *comm;
    int peer;
    int tag;         /* the tag that the user passed */
    uint32_t number; /* from 0, among the channels with this communicator, these ranks and tag */
    uint32_t data;   /* tag of the channel's messages; 0: not known yet */

    /* These members of a receive's channel are used only until the channel is known. */
    struct oc_channel *next;
    void (*known)(void *context); /* called when the channel becomes known */
    void *context;
};

/* Gives a channel its number. The caller has filled in the first three members and the last two.
 * Returns false if there is no memory. */
bool oc_channel_number(struct oc_channel *channel, enum oc_kind kind);

/* Listens for the announcement by which the sender makes a receive's channel known. The channel
 * must have its number. Returns false if there is no memory. */
bool oc_channel_listen(struct oc_channel *channel);

/* Announces a send's channel to the receiver, only once. Returns false if there is no memory. */
bool oc_channel_announce(struct oc_channel *channel);

/* Stops listening for a channel. */
void oc_channel_forget(struct oc_channel *channel);

#endif
