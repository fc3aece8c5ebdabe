/* What a process writes for a peer, and the peer polls: a line of memory that only the one writes
 * and only the other reads. A count is the last word that is written of what it stands for. */
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

struct oc_line {
    uint32_t
        written_by; /* in memories that other jobs may have used: the number of a job, plus 1 */
    /* By a sender to its receiver. */
    struct oc_header header;
    uint32_t requests; /* messages so far, with that of the header */
    uint32_t written;  /* fragments so far */
    /* By a receiver to its sender. */
    uint32_t taken;   /* requests so far: there is room for the next one */
    uint32_t granted; /* number of the message whose data are to be written now, */
    uint32_t bytes;   /* how many of them, */
    hal_address to;   /* where to, */
    uint32_t allowed; /* fragments that may be written so far */
} __attribute__((aligned(HAL_LINE_BYTES)));

_Static_assert(sizeof(struct oc_line) == HAL_LINE_BYTES, "a line is too long");

#define OC_LINE(member) (offsetof(struct oc_line, member))

#endif
