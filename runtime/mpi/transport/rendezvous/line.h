/* A line: memory that one process writes for a peer. No other process writes it, and only the peer
 * reads it. */
#ifndef MPI_TRANSPORT_RENDEZVOUS_LINE_H
#define MPI_TRANSPORT_RENDEZVOUS_LINE_H

#include "hal/hal.h"

/* The published header: five words. */
struct oc_header {
    uint32_t source; /* as in an envelope: context and rank */
    uint32_t destination;
    uint32_t tag;
    uint32_t datatype; /* of the data as they travel: contiguous bytes, always MPI_BYTE */
    uint32_t length;
};

_Static_assert(sizeof(struct oc_header) == 20, "the header has 20 bytes");

/* The flags of a line. They are counters that wrap to 0. All of them are in one word, so that one
 * look tells what has changed. This word is written after everything that it announces. */
union oc_flags {
    struct {
        /* The sender writes the two members `requests` and `written`. */
        /* OC_REQUEST × the number of messages so far, including that of the header. */
        uint8_t requests;
        uint8_t written; /* number of fragments written so far */
        /* The receiver writes the two members `taken` and `allowed`. */
        /* OC_REQUEST × the number of requests taken so far, plus OC_MATCHED. When it has changed,
         * there is room for the next request. */
        uint8_t taken;
        /* The number of fragments that may be written so far. A change of this number also
         * announces a grant. */
        uint8_t allowed;
    };
    uint32_t word;
};

#define OC_REQUEST 2
/* Says that the last request was taken together with its data, so that the message is complete. */
#define OC_MATCHED 1

/* Masks for the difference of two flag words. If a bit under a mask is set, that part has
 * changed. */
#define OC_FLAGS_REQUESTS 0x000000ffu
#define OC_FLAGS_WRITTEN 0x0000ff00u
#define OC_FLAGS_TAKEN 0x00fe0000u
#define OC_FLAGS_ALLOWED 0xff000000u

/* Room for data next to their header. */
#define OC_LINE_DATA_WORDS 5
#define OC_LINE_DATA ((size_t)4 * OC_LINE_DATA_WORDS)

struct oc_line {
    struct oc_header header;
    uint32_t flags;
    /* The receiver writes the three members `granted`, `bytes` and `to`. */
    uint32_t granted; /* number of the message whose data are to be written now */
    uint32_t bytes;   /* number of bytes to be written */
    hal_address to;   /* target of the data, if they are written directly */
    /* Data of a message that needs no grant. */
    uint32_t data[OC_LINE_DATA_WORDS];
    /* 1 + the number of the job that has written the line. This mark is for memories that other
     * jobs may have used before. */
    uint32_t written_by;
} __attribute__((aligned(HAL_LINE_BYTES)));

_Static_assert(sizeof(struct oc_line) == HAL_LINE_BYTES, "a line is too long");

#define OC_LINE(member) (offsetof(struct oc_line, member))

_Static_assert(OC_LINE(flags) == OC_LINE(header.length) + 4 && OC_LINE(granted) % 8 == 0,
               "these are written two at a time");

#endif
