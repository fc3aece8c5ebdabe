/* A line: memory that one process writes for a peer. No other process writes it, and only the peer
 * reads it. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_LINE_H
#define MPI_TRANSPORT_RENDEZVOUS_LINE_H

#include "hal/hal.h"

/* The published header: five words. */
struct oc_header {
    uint32_t source; /* context and rank of the sender, as in an envelope */
    uint32_t destination;
    uint32_t tag;
    /* Datatype of the data in flight, which are contiguous bytes: always MPI_BYTE. */
    uint32_t datatype;
    uint32_t length;
};

_Static_assert(sizeof(struct oc_header) == 20, "the header has 20 bytes");

/* The flags of a line. They are counters that wrap to 0. All of them are in one word, so that a
 * single load tells what has changed. This word is written after everything that it announces. */
union oc_flags {
    struct {
        /* The sender writes the two members `requests` and `written`. */
        /* OC_REQUEST × the number of messages so far, including the one whose header is in the
         * line. */
        uint8_t requests;
        uint8_t written; /* number of fragments written so far */
        /* The receiver writes the two members `taken` and `allowed`. */
        /* OC_REQUEST × the number of headers taken so far, plus OC_MATCHED or 0. A change means
         * that the line has room for the next header. */
        uint8_t taken;
        /* The number of fragments that the sender may have written so far. A change also announces
         * a grant. */
        uint8_t allowed;
    };
    uint32_t word;
};

#define OC_REQUEST 2
/* Added to `taken` if the receiver took the last header together with its data, so that the message
 * is complete. */
#define OC_MATCHED 1

/* Masks for the bits in which an old and a new flag word differ. If a bit under a mask is set, the
 * flag of this name has changed. */
#define OC_FLAGS_REQUESTS 0x000000ffu
#define OC_FLAGS_WRITTEN 0x0000ff00u
#define OC_FLAGS_TAKEN 0x00fe0000u
#define OC_FLAGS_ALLOWED 0xff000000u

/* The number of words of data that fit in a line next to a header. */
#define OC_LINE_DATA_WORDS 5
#define OC_LINE_DATA ((size_t)4 * OC_LINE_DATA_WORDS)

struct oc_line {
    struct oc_header header;
    uint32_t flags;
    /* The receiver writes the three members `granted`, `bytes` and `to`. */
    uint32_t granted; /* number of the message whose data are to be written now */
    uint32_t bytes;   /* number of bytes to be written */
    hal_address to;   /* target of the data, if they are written directly */
    /* Data of a message that is short enough to need no grant. */
    uint32_t data[OC_LINE_DATA_WORDS];
    /* 1 + the number of the job that has written the line. Memories may contain lines of earlier
     * jobs. */
    uint32_t written_by;
} __attribute__((aligned(HAL_LINE_BYTES)));

_Static_assert(sizeof(struct oc_line) == HAL_LINE_BYTES, "a line is too long");

#define OC_LINE(member) (offsetof(struct oc_line, member))

_Static_assert(OC_LINE(flags) == OC_LINE(header.length) + 4 && OC_LINE(granted) % 8 == 0,
               "these are written two at a time");

#endif
