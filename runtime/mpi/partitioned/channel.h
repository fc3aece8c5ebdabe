/* Channels match partitioned sends with partitioned receives (MPI 4.1, section 4.2). Of those with
 * one communicator, source, destination and tag, the n-th MPI_Psend_init belongs to the n-th
 * MPI_Precv_init, in whatever order they are started.
 *
 * Each such pair has a channel. Its messages have their own tag, which the sender's process chooses
 * and announces once, before the first message. The receiver listens for the announcement. It posts
 * receives only after the announcement, when its channel is known. */
#ifndef MPI_PARTITIONED_CHANNEL_H
#define MPI_PARTITIONED_CHANNEL_H

#include "mpi/request/request.h"

struct oc_channel {
    const struct oc_communicator *comm;
    int peer;
    int tag; /* the tag that the user passed */
    /* The number of this channel, from 0, among those with this communicator, source, destination
     * and tag. */
    uint32_t number;
    uint32_t data; /* tag of the channel's messages; 0 if not known yet */

    /* The following members are used only for a receive, until its channel is known. */
    struct oc_channel *next;
    void (*known)(void *context); /* called when the channel becomes known */
    void *context;
};

/* Gives a channel its number. The caller has filled in `comm`, `peer`, `tag`, `known` and
 * `context`. Returns false if there is no memory. */
bool oc_channel_number(struct oc_channel *channel, enum oc_kind kind);

/* Listens for the announcement of a receive's channel, which must have its number. Returns false if
 * there is no memory. */
bool oc_channel_listen(struct oc_channel *channel);

/* Announces a send's channel to the receiver, unless this has been done. Returns false if there is
 * no memory. */
bool oc_channel_announce(struct oc_channel *channel);

/* Stops listening for a channel. */
void oc_channel_forget(struct oc_channel *channel);

#endif
