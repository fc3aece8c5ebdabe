/* The memory of the requests in request.h. */
#ifndef MPI_REQUEST_POOL_H
#define MPI_REQUEST_POOL_H

#include "mpi/request/request.h"

struct oc_request_chunk {
    struct oc_request_chunk *next;
    size_t count;
    struct oc_user_request request[]; /* those in use, and those of kind OC_UNUSED */
};

extern struct oc_request_chunk *oc_request_chunks;

#endif
