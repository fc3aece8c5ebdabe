/* What a process writes for a peer: a line of memory that only the one writes and only the other
 * reads. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_LINE_H
#define MPI_TRANSPORT_RENDEZVOUS_LINE_H

#include "hal/hal.h"

/* The published header: five words. */
struct oc_header {
    uint32_t source; /* as in an envelope: context and rank */
    uint32_t destination;
    uint32_t tag;
    uint32_t datatype; /* of what is on its way: bytes in a row, always MPI_BYTE */
    uint32_t length;
};

_Static_assert(sizeof(struct oc_header) == 20, "the header has 20 bytes");

/* The flags of a line, all in one word, so that one look tells what has changed: numbers that are
 * counted up, and start again from 0. The word is the last that is written of what they stand for.
 */
union oc_flags {
    struct {
        /* A sender writes these two to its receiver. */
        uint8_t requests; /* messages so far, times OC_REQUEST, with that of the header */
        uint8_t written;  /* fragments so far */
        /* A receiver writes these two to its sender. */
        uint8_t taken;   /* requests taken so far, times OC_REQUEST, plus OC_MATCHED: there is room
                            for the next one */
        uint8_t allowed; /* fragments that may be written so far; also says that there is a grant */
    };
    uint32_t word;
};

#define OC_REQUEST 2
#define OC_MATCHED 1 /* the last one was taken with its data: it is complete */

/* Where two of them differ if something has changed. */
#define OC_FLAGS_REQUESTS 0x000000ffu
#define OC_FLAGS_WRITTEN 0x0000ff00u
#define OC_FLAGS_TAKEN 0x00fe0000u
#define OC_FLAGS_ALLOWED 0xff000000u

/* Room for data beside their header. */
#define OC_LINE_DATA_WORDS 5
#define OC_LINE_DATA ((size_t)4 * OC_LINE_DATA_WORDS)

struct oc_line {
    struct oc_header header;
    uint32_t flags;
    /* A receiver writes these three to its sender. */
    uint32_t granted; /* number of the message whose data are to be written now, */
    uint32_t bytes;   /* how many of them, */
    hal_address to;   /* and where to, where they go straight */
    /* Data of a message that needs no grant. */
    uint32_t data[OC_LINE_DATA_WORDS];
    /* In memories that other jobs may have used: the number of a job, plus 1. */
    uint32_t written_by;
} __attribute__((aligned(HAL_LINE_BYTES)));

_Static_assert(sizeof(struct oc_line) == HAL_LINE_BYTES, "a line is too long");

#define OC_LINE(member) (offsetof(struct oc_line, member))

_Static_assert(OC_LINE(flags) == OC_LINE(header.length) + 4 && OC_LINE(granted) % 8 == 0,
               "these are written two at a time");

#endif
