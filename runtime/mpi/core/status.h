/* How the library uses a status: the first two internal words contain the length in bytes, and the
 * highest bit of the second word says whether the operation was cancelled. */
#ifndef MPI_CORE_STATUS_H
#define MPI_CORE_STATUS_H

#include <mpi.h>
#include <stdbool.h>

/* Fills in a status of an operation that was not cancelled. Does nothing with MPI_STATUS_IGNORE. */
int oc_status_set(MPI_Status *status, int source, int tag, size_t bytes);

MPI_Count oc_status_bytes(const MPI_Status *status);
void oc_status_set_bytes(MPI_Status *status, MPI_Count bytes);

bool oc_status_is_cancelled(const MPI_Status *status);
void oc_status_set_cancelled(MPI_Status *status, bool cancelled);

#endif
