/* The record in which a kernel answers a process: a line of the process' shared block, between
 * MPI's part and the stream's. A process chooses the offsets of its notices itself. */
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
    /* NOTICE_STARTED from the start of a read from a portal to its end; then NOTICE_COMPLETE. */
    uint32_t state;
} __attribute__((aligned(8)));

enum oc_kernel_notice_state { NOTICE_STARTED = 1, NOTICE_COMPLETE };

#define KERNEL_OFFSET (STREAM_OFFSET - HAL_LINE_BYTES)
_Static_assert(sizeof(struct oc_kernel_record) <= HAL_LINE_BYTES, "one line");
_Static_assert(KERNEL_OFFSET % HAL_LINE_BYTES == 0, "a line");

#endif
