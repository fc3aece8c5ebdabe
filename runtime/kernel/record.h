/* Where a kernel answers: a line of the shared block of each process, between MPI's and the stream;
 * and notices, which are wherever their process says. */
#ifndef KERNEL_RECORD_H
#define KERNEL_RECORD_H

#include "qos/stream.h"

struct oc_kernel_record {
    uint32_t value; /* of a call that is done */
    uint32_t done;
    uint32_t granted; /* a transfer: the kernel's number of the object */
    uint32_t is_granted;
    uint64_t address; /* where to */
    uint64_t rest;    /* and what fills up the last piece */
};

/* Where a kernel notes that an operation is over which was begun without an answer (CALL_START):
 * two words of the shared block of its process, both 0 before. */
struct oc_kernel_notice {
    uint32_t value; /* the result */
    uint32_t state; /* NOTICE_STARTED, of a read from a portal; then NOTICE_COMPLETE */
} __attribute__((aligned(8)));

enum oc_kernel_notice_state { NOTICE_STARTED = 1, NOTICE_COMPLETE };

#define KERNEL_OFFSET (STREAM_OFFSET - HAL_LINE_BYTES)
_Static_assert(sizeof(struct oc_kernel_record) <= HAL_LINE_BYTES, "one line");
_Static_assert(KERNEL_OFFSET % HAL_LINE_BYTES == 0, "a line");

#endif
