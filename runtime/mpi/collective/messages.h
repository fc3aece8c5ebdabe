/* Messages of collectives that one call starts and another call finishes. They are for algorithms
 * that have several messages in flight. */
#ifndef MPI_COLLECTIVE_MESSAGES_H
#define MPI_COLLECTIVE_MESSAGES_H

#include "mpi/collective/collective.h"
#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

void oc_coll_start_send(const struct oc_collective *call, struct oc_request *send, int peer,
                        const void *data, size_t bytes);
void oc_coll_start_receive(const struct oc_collective *call, struct oc_request *receive, int peer,
                           void *data, size_t bytes);
void oc_coll_finish_send(struct oc_collective *call, struct oc_request *send);
void oc_coll_finish_receive(struct oc_collective *call, struct oc_request *receive);

/* A step of an algorithm that posts receives early, so that no message is unexpected.
 * oc_coll_fill() has filled in all three requests. The function posts `receive` unless `is_posted`
 * is set, starts `send`, and posts `later` unless it is null. It returns when `send` and `receive`
 * are complete. */
void oc_coll_step(struct oc_collective *call, struct oc_request *send, struct oc_request *receive,
                  bool is_posted, struct oc_request *later);

/* If the caller is on a fibre, starts the messages of oc_coll_step() and waits for them; otherwise
 * returns false. Null in programs without fibres. */
bool oc_coll_step_on_fibre(struct oc_request *send, struct oc_request *receive, bool is_posted,
                           struct oc_request *later) OC_OPTIONAL;

/* ---- For both variants ---- */

static inline void oc_coll_fill(const struct oc_collective *call, struct oc_request *request,
                                int peer, const void *data, size_t bytes) {
    oc_request_fill(request, call->comm, call->comm->context + OC_CONTEXT_COLLECTIVE, data, bytes,
                    peer, call->tag);
}

static inline void oc_coll_start_send_here(const struct oc_collective *call,
                                           struct oc_request *send, int peer, const void *data,
                                           size_t bytes) {
    oc_coll_fill(call, send, peer, data, bytes);
    oc_transport_send(send, false);
}

static inline void oc_coll_start_receive_here(const struct oc_collective *call,
                                              struct oc_request *receive, int peer, void *data,
                                              size_t bytes) {
    oc_coll_fill(call, receive, peer, data, bytes);
    oc_receive_start(receive);
}

static inline void oc_coll_finish_send_here(struct oc_collective *call, struct oc_request *send) {
    oc_coll_keep_error(call, oc_request_wait(send));
}

/* Waits for a receive and checks that its message has exactly the expected length. */
static inline void oc_coll_finish_receive_here(struct oc_collective *call,
                                               struct oc_request *receive) {
    oc_coll_keep_error(call, oc_request_wait(receive));
    if (receive->received < receive->bytes)
        oc_coll_keep_error(call, MPI_ERR_COUNT);
}

#endif
