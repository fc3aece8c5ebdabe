/* The list of posted receives. */
#ifndef MPI_CORE_POSTED_H
#define MPI_CORE_POSTED_H

#include "mpi/core/request.h"

extern struct oc_request *oc_posted;
extern struct oc_request **oc_posted_end; /* link where the next one is appended */

#endif
