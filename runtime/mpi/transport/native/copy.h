/* Copies of messages. The data of a message are copied if they are constants of the program, which
 * other processes cannot reach. A copy is also made if the send's own word lies in cached memory,
 * such as a buffer of MPI_Buffer_attach: the receiver must clear a word, and then clears the word
 * of the copy. If other processes can reach the data of the send, such a copy has no data of its
 * own. */
#ifndef MPI_TRANSPORT_NATIVE_COPY_H
#define MPI_TRANSPORT_NATIVE_COPY_H

#include "mpi/core/request.h"
#include "mpi/transport/native/inbox.h"

struct oc_copy {
    struct oc_copy *next;
    struct oc_request *send; /* completed together with the copy */
    volatile uint32_t pending;
    uint64_t data[];
};

/* A marker is an entry without a send, whose `pending` is 1. While a marker is among the copies,
 * progress also checks something else, for which the marker stands. */
void oc_native_watch(struct oc_copy *marker);
void oc_native_unwatch(const struct oc_copy *marker);

/* Completes the sends whose copies have been fetched; returns false if there are none. */
bool oc_native_end_copies(void);

/* Offers a copy of a send's data. Returns false if there is no memory; the send has then ended with
 * an error. */
bool oc_native_offer_copy(struct oc_offer *offer, struct oc_request *send);

#endif
