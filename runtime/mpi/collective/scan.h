/* What MPI_Scan and MPI_Exscan have in common. */
#ifndef MPI_COLLECTIVE_SCAN_H
#define MPI_COLLECTIVE_SCAN_H

#include <stddef.h>

#include "mpi/core/communicator.h"

/* Everything behind the check of the communicator: checks the rest, and carries it out. */
int oc_scan(const struct oc_communicator *comm, const void *sendbuf, void *recvbuf, ptrdiff_t count,
            MPI_Datatype type, MPI_Op op, bool exclusive);

#endif
