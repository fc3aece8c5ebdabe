/* Copies of messages: others cannot reach a program's constants. */
#ifndef MPI_TRANSPORT_NATIVE_COPY_H
#define MPI_TRANSPORT_NATIVE_COPY_H

#include "mpi/core/request.h"
#include "mpi/transport/native/inbox.h"

struct oc_copy {
    struct oc_copy *next;
    struct oc_request *send; /* completed with it */
    volatile uint32_t pending;
    uint64_t data[];
};

/* Offers a copy of a send's data. False: there is no memory, and the send has ended with an error.
 */
bool oc_native_offer_copy(struct oc_offer *offer, struct oc_request *send);

#endif
