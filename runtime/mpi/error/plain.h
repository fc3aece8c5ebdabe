/* A quick check that accepts the arguments of most messages. The full check, oc_check_message(), is
 * for all other messages, and reports their errors. */
#ifndef MPI_ERROR_PLAIN_H
#define MPI_ERROR_PLAIN_H

#include <stdbool.h>

#include "mpi/core/communicator.h"
#include "mpi/core/copy.h"
#include "mpi/core/datatype.h"
#include "mpi/error/check.h"

/* The scale of a datatype (core/datatype.h). It is 0 if the datatype has no scale or is invalid. */
static inline unsigned oc_plain_scale(MPI_Datatype type) {
    uintptr_t index = OC_TYPE_INDEX(type);
    return __builtin_expect(index < OC_TABLE_TYPES, true) ? oc_scale_of_named[index] : 0;
}

/* The size in bytes of an element of a datatype that has a scale, otherwise 0. */
static inline size_t oc_plain_extent(MPI_Datatype type) {
    unsigned scale = oc_plain_scale(type);
    return scale ? oc_scaled(1, scale) : 0;
}

/* Whether a message has a buffer of at least one element. */
static inline bool oc_has_plain_data(const void *buffer, ptrdiff_t count, unsigned scale) {
    /* A branch for each test makes shorter code than one branch for all tests. */
    if (OC_CHECKS && (__builtin_expect(count <= 0, false) ||
                      __builtin_expect((uintptr_t)buffer <= (uintptr_t)MPI_IN_PLACE, false)))
        return false;
    return __builtin_expect(scale != 0, true);
}

/* Copies the words of a message that oc_has_plain_data() has accepted. There is at least one word
 * unless arguments are not checked. */
static inline void oc_copy_plain_words(void *to, const void *from, size_t bytes) {
    oc_word *target = to;
    const oc_word *source = from, *end = (const oc_word *)((const char *)from + bytes);
    if (OC_CHECKS || __builtin_expect(bytes != 0, true))
        do
            *target++ = *source++;
        while (source != end);
}

static inline bool oc_is_plain_tag(int tag) {
    return __builtin_expect((unsigned)tag <= OC_TAG_UB, true);
}

/* Whether a message is on MPI_COMM_WORLD and its peer is a rank of it. Both loads come first, so
 * that no test waits for its load. */
static inline bool oc_is_on_world(MPI_Comm handle, int peer) {
    MPI_Comm world = oc_process.world;
    unsigned peers = (unsigned)oc_comm_world.peers;
    return __builtin_expect(handle == world, true) &&
           __builtin_expect((unsigned)peer < peers, true);
}

/* The quick check: whether the peer is a rank, the tag is valid, and the buffer has at least one
 * element. */
static inline bool oc_is_plain(const struct oc_communicator *comm, const void *buffer,
                               ptrdiff_t count, unsigned scale, int peer, int tag) {
    return __builtin_expect((unsigned)peer < (unsigned)comm->peers, true) &&
           oc_has_plain_data(buffer, count, scale) && oc_is_plain_tag(tag);
}

/* If a message passes the quick check, fills in its request. If not, returns false, and the caller
 * must use oc_check_message(). */
static inline bool oc_fill_plain_from(struct oc_request *request,
                                      const struct oc_communicator *comm, const void *buffer,
                                      ptrdiff_t count, MPI_Datatype type, int peer, int tag) {
    unsigned scale = oc_plain_scale(type);
    if (!oc_is_plain(comm, buffer, count, scale, peer, tag))
        return false;
    oc_request_fill(request, comm, comm->context, buffer, oc_scaled((size_t)count, scale), peer,
                    tag);
    return true;
}

static inline bool oc_fill_plain(struct oc_request *request, const struct oc_communicator *comm,
                                 const struct oc_message *message) {
    return oc_fill_plain_from(request, comm, message->buffer, message->count, message->type,
                              message->peer, message->tag);
}

#endif
