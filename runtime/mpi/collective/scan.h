/* Code that MPI_Scan and MPI_Exscan share. */
#ifndef MPI_COLLECTIVE_SCAN_H
#define MPI_COLLECTIVE_SCAN_H

#include <stddef.h>

#include "mpi/core/communicator.h"

/* Checks all arguments except the communicator, and executes the operation. */
int oc_scan(struct oc_communicator *comm, const void *sendbuf, void *recvbuf, ptrdiff_t count,
            MPI_Datatype type, MPI_Op op, bool exclusive);

#endif
