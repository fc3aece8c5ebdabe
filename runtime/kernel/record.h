/* Where a kernel answers: a line of the shared block of each process, between MPI's and the stream.
 */
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

#define KERNEL_OFFSET (STREAM_OFFSET - HAL_LINE_BYTES)
_Static_assert(sizeof(struct oc_kernel_record) <= HAL_LINE_BYTES, "one line");
_Static_assert(KERNEL_OFFSET % HAL_LINE_BYTES == 0, "a line");

#endif
