/* The common part of MPI_Scan and MPI_Exscan. */
#ifndef MPI_COLLECTIVE_SCAN_H
#define MPI_COLLECTIVE_SCAN_H

#include <stddef.h>

#include "mpi/core/communicator.h"

/* Does everything after the check of the communicator: it checks the rest and runs the
 * operation. */
int oc_scan(struct oc_communicator *comm, const void *sendbuf, void *recvbuf, ptrdiff_t count,
            MPI_Datatype type, MPI_Op op, bool exclusive);

#endif
