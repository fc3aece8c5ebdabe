/* Copies of messages. The data of a message are copied if they are constants of the program, which
 * other processes cannot reach. A copy is also made if the word of the send that the receiver must
 * clear lies in cached memory, such as a buffer of MPI_Buffer_attach: the receiver then clears the
 * word of the copy instead. Such a copy contains no data if other processes can reach the data of
 * the send. */
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

/* Add a marker to the list of copies, and remove it. A marker is an entry without a send, whose
 * `pending` is 1. Each user of the list has its own marker. While this is in the list, the progress
 * engine also checks what the user waits for. */
void oc_native_watch(struct oc_copy *marker);
void oc_native_unwatch(const struct oc_copy *marker);

/* Completes the sends whose copies have been fetched; returns false if there are none. */
bool oc_native_end_copies(void);

/* Offers a copy of a send's data. Returns false if there is no memory; the send has then ended with
 * an error. */
bool oc_native_offer_copy(struct oc_offer *offer, struct oc_request *send);

#endif
