/* A quick check that accepts the arguments of most messages. oc_check_message() checks all other
 * messages, and explains their errors. */
#ifndef MPI_ERROR_PLAIN_H
#define MPI_ERROR_PLAIN_H

#include <stdbool.h>

#include "mpi/core/communicator.h"
#include "mpi/core/datatype.h"
#include "mpi/error/check.h"

/* The size in bytes of a datatype that has a table; 0: it has none, or is invalid. */
static inline size_t oc_plain_extent(MPI_Datatype type) {
    uintptr_t index = OC_TYPE_INDEX(type);
    return __builtin_expect(index < OC_TABLE_TYPES, true) ? oc_extent_of_named[index] : 0;
}

/* Whether the message is between two ranks, with a buffer of at least one element. */
static inline bool oc_is_plain_but_tag(const struct oc_communicator *comm, const void *buffer,
                                       ptrdiff_t count, size_t extent, int peer) {
    /* One branch for each test makes shorter code than one for all. */
    if (__builtin_expect((unsigned)peer >= (unsigned)comm->peers, false))
        return false;
    if (OC_CHECKS && (__builtin_expect(count <= 0, false) ||
                      __builtin_expect((uintptr_t)buffer <= (uintptr_t)MPI_IN_PLACE, false)))
        return false;
    return __builtin_expect(extent != 0, true);
}

/* Whether the message is plain but for its tag, and the tag is valid. */
static inline bool oc_is_plain(const struct oc_communicator *comm, const void *buffer,
                               ptrdiff_t count, size_t extent, int peer, int tag) {
    return oc_is_plain_but_tag(comm, buffer, count, extent, peer) &&
           __builtin_expect((unsigned)tag <= OC_TAG_UB, true);
}

/* Fills in the request of a message that passes the quick check, and otherwise calls
 * oc_check_message(). */
static inline bool oc_fill_plain(struct oc_request *request, const struct oc_communicator *comm,
                                 const struct oc_message *message) {
    size_t extent = oc_plain_extent(message->type);
    if (!oc_is_plain(comm, message->buffer, message->count, extent, message->peer, message->tag))
        return false;
    oc_request_fill(request, comm, comm->context, message->buffer, (size_t)message->count * extent,
                    message->peer, message->tag);
    return true;
}

#endif
