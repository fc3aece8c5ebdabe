/* The interface between the matching core and a transport. One transport is linked in.
 *
 * A transport moves whole messages, in order between each pair of processes, reports them by
 * oc_arrive(), and makes a request complete by letting the word that request->flag points to become
 * 0. It starts nothing new on the network from inside oc_transport_progress() that could have to
 * wait for somebody else.
 */
#ifndef MPI_TRANSPORT_TRANSPORT_H
#define MPI_TRANSPORT_TRANSPORT_H

#include "mpi/core/match.h"

/* Called once, before anything else. */
void oc_transport_start(void);

/* Starts a send. May wait for room at the receiver, making progress meanwhile. */
void oc_transport_send(struct oc_request *send);

/* Gives a receive the first `bytes` bytes of a message that the transport reported. */
void oc_transport_deliver(struct oc_request *receive, const struct oc_envelope *envelope,
                          const void *body, size_t bytes);

/* Takes in what has arrived. Never waits for others. */
void oc_transport_progress(void);

/* Arms this process for everything that oc_transport_progress() would see. */
void oc_transport_arm(void);

/* Returns when the transport uses none of this process' memory any more. */
void oc_transport_stop(void);

#endif
