/* The record in which a kernel answers a process. It is one line of the process' shared block,
 * between the parts of MPI and of streams. Notices are elsewhere in the block, at offsets that the
 * process chooses. */
#ifndef KERNEL_RECORD_H
#define KERNEL_RECORD_H

#include "qos/stream.h"

struct oc_kernel_record {
    uint32_t value; /* result of a call that is done */
    uint32_t done;
    uint32_t granted; /* the kernel's number of the object whose transfer is granted */
    uint32_t is_granted;
    uint64_t address; /* the target address of the granted transfer */
    uint64_t rest;    /* address to which the padding of the last piece goes */
};

/* A notice, in which a kernel records the end of an operation that was begun without an answer
 * (CALL_START). It consists of two words in the shared block of the process, which are both 0 when
 * the operation begins. */
struct oc_kernel_notice {
    uint32_t value; /* the result */
    /* NOTICE_COMPLETE: the operation has ended. Before that, a read from a portal has
     * NOTICE_STARTED from the cycle in which its transfer may start. */
    uint32_t state;
} __attribute__((aligned(8)));

enum oc_kernel_notice_state { NOTICE_STARTED = 1, NOTICE_COMPLETE };

#define KERNEL_OFFSET (STREAM_OFFSET - HAL_LINE_BYTES)
_Static_assert(sizeof(struct oc_kernel_record) <= HAL_LINE_BYTES, "one line");
_Static_assert(KERNEL_OFFSET % HAL_LINE_BYTES == 0, "a line");

#endif
