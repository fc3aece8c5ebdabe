/* The layout of a message in a buffer for buffered sends. */
#ifndef MPI_CORE_SEGMENT_H
#define MPI_CORE_SEGMENT_H

#include "mpi/core/buffered.h"

/* A message in the buffer. */
struct oc_segment {
    struct oc_segment *next; /* next segment; in a user's memory, segments are sorted by address */
    char *end;
    uint32_t number; /* number of the message in the order of the calls */
    struct oc_request send;
    uint64_t data[];
};

_Static_assert(sizeof(struct oc_segment) + _Alignof(struct oc_segment) <= MPI_BSEND_OVERHEAD,
               "a segment needs more than the user was told");

struct oc_buffer {
    struct oc_buffer *next;
    const struct oc_communicator *owner;
    char *memory;
    size_t bytes;
    struct oc_segment *segments;
};

extern uint32_t oc_buffered_messages; /* number of messages so far */
extern struct oc_flush *oc_flushes;   /* flushes in progress */

#endif
