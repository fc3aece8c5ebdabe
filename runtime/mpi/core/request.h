/* A request is a send or a receive, from its start to its completion. */
#ifndef MPI_CORE_REQUEST_H
#define MPI_CORE_REQUEST_H

#include "hal/hal.h"
#include "link/variant.h"
#include "mpi/core/communicator.h"
#include "mpi/core/fibre.h"

/* Stands for all other ranks, as the peer for which a process waits. */
#define OC_EVERYBODY (-2)

struct oc_request {
    struct oc_request *next; /* the next one in the queue that the request is in */
    const struct oc_communicator *comm;
    void *buffer;
    size_t bytes;     /* length of the message sent, or room for the message to be received */
    int peer;         /* rank in the communicator, or MPI_ANY_SOURCE */
    int tag;          /* the message's tag, or MPI_ANY_TAG */
    uint32_t context; /* part of what a message and a receive must have in common */

    /* 0 when the request is complete; the receiver of a send may write it */
    volatile uint32_t pending;
    /* An error class, valid on completion. A request with a staging has OC_STAGED (derived.h) in
     * place of MPI_SUCCESS. */
    int error;
    /* Noncontiguous data (derived.h) of an incomplete request; otherwise null. */
    struct oc_staging *staging;

    /* A receive matches a message if its `sender` and that of the message are equal in those bits
     * that are set in `sender_bits`. */
    uint32_t sender;
    union {
        uint32_t sender_bits;
        int annotation; /* annotation of the matched message; used by the transport */
    };

    /* Source, tag and length of the message that a receive has matched. */
    int source;
    int received_tag;
    size_t received; /* bytes that the sender sent */

    /* Used by the transport: first the address of the offered data, later the transfer that fetches
     * them. */
    union {
        hal_address from;
        hal_transfer transfer;
    };
    hal_address release; /* address of the word that the receiver clears in the send */
};

/* Packs the context and the rank of a sender into one word, with 16 bits each. Messages are matched
 * by this word. */
static inline uint32_t oc_sender(uint32_t context, int rank) {
    return context << 16 | (uint32_t)rank;
}

/* Sets the senders that a receive matches. Returns whether the peer is a rank, not
 * MPI_ANY_SOURCE. */
static inline bool oc_receive_select(struct oc_request *receive) {
    bool is_rank = __builtin_expect(receive->peer >= 0, true);
    receive->sender = oc_sender(receive->context, is_rank ? receive->peer : 0);
    receive->sender_bits = is_rank ? 0xffffffff : 0xffff0000;
    return is_rank;
}

/* Starts a send whose peer is not a rank. It is MPI_PROC_NULL, so that the send is complete at
 * once, or, in the second variant, it stands for the rank of a send with an annotation
 * (annotation/tag.c). */
void oc_send_unusual(struct oc_request *send, bool synchronous);
OC_VARIANTS(oc_send_unusual, oc_send_to_nobody, oc_send_with_annotation);

/* Starts a receive. It either matches a message that has arrived or is appended to the
 * posted-receive queue. */
void oc_receive_start(struct oc_request *receive);

/* Waits until a request is complete; returns its error class. */
int oc_request_wait(struct oc_request *request);

/* Fills in all members of a request except the results and `pending`. */
static inline void oc_request_describe(struct oc_request *request,
                                       const struct oc_communicator *comm, uint32_t context,
                                       const void *buffer, size_t bytes, int peer, int tag) {
    request->comm = comm;
    request->context = context;
    request->buffer = (void *)buffer;
    request->bytes = bytes;
    request->peer = peer;
    request->tag = tag;
    request->error = MPI_SUCCESS;
    request->staging = NULL;
}

/* Fills in all members of a request except the results. */
static inline void oc_request_fill(struct oc_request *request, const struct oc_communicator *comm,
                                   uint32_t context, const void *buffer, size_t bytes, int peer,
                                   int tag) {
    oc_request_describe(request, comm, context, buffer, bytes, peer, tag);
    request->pending = 1;
}

/* Makes progress, or sleeps, while *word is `value`. If the process is in a deadlock, the report of
 * it shows the request `why`. */
void oc_await(const volatile uint32_t *word, uint32_t value, const struct oc_request *why);

/* Does what oc_await() does, on the main stack or on a fibre. A fibre is suspended while it
 * waits. */
static inline void oc_await_anywhere(const volatile uint32_t *word, uint32_t value,
                                     const struct oc_request *why) {
    if (!oc_await_on_fibre || !oc_await_on_fibre(word, value))
        oc_await(word, value, why);
}

/* Makes progress, or sleeps, until holds(context) is true. Only the handling of arrived messages
 * may change its result. */
void oc_await_until(bool (*holds)(void *context), void *context, const struct oc_request *why);

/* Fills in this process' wait record (hal_waiting) before it sleeps; the report of a deadlock shows
 * the record. The second variant first resumes nonblocking collectives
 * (collective/nonblocking/fibre.h). */
void oc_wait_record_fill(const struct oc_request *why);
OC_VARIANTS(oc_wait_record_fill, oc_wait_record_fill_request, oc_wait_record_fill_operation);

/* Handles all messages that have arrived, without waiting. The second variant also resumes
 * nonblocking collectives. */
void oc_progress(void);
OC_VARIANTS(oc_progress, oc_progress_messages, oc_progress_operations);

/* Sleeps until an event, or until the cycle `deadline`. The caller has armed the transport's
 * words. */
static inline void oc_sleep(uint64_t deadline, const struct oc_request *why) {
    oc_wait_record_fill(why);
    hal_wait(deadline);
    hal_waiting.call = NULL;
}

#endif
