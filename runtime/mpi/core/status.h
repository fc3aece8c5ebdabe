/* What the library keeps in a status: the length in bytes, in the first two internal words. */
#ifndef MPI_CORE_STATUS_H
#define MPI_CORE_STATUS_H

#include <mpi.h>

/* Fills in a status, unless it is MPI_STATUS_IGNORE. */
void oc_status_set(MPI_Status *status, int source, int tag, size_t bytes);

MPI_Count oc_status_bytes(const MPI_Status *status);

#endif
