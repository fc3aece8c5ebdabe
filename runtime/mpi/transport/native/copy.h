/* Copies of messages: others cannot reach a program's constants. */
#ifndef MPI_TRANSPORT_NATIVE_COPY_H
#define MPI_TRANSPORT_NATIVE_COPY_H

#include "mpi/core/request.h"

struct oc_copy {
    struct oc_copy *next;
    struct oc_request *send; /* completed with it */
    volatile uint32_t pending;
    uint64_t data[];
};

/* A copy of a send's data, in the list of copies; null: no memory. */
struct oc_copy *oc_native_copy(struct oc_request *send);

#endif
