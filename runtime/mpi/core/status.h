/* What the library keeps in a status: the length in bytes, in the first two internal words, and in
 * the uppermost bit of the second one whether the operation was cancelled. */
#ifndef MPI_CORE_STATUS_H
#define MPI_CORE_STATUS_H

#include <mpi.h>
#include <stdbool.h>

/* Fills in a status, unless it is MPI_STATUS_IGNORE; not cancelled. */
void oc_status_set(MPI_Status *status, int source, int tag, size_t bytes);

MPI_Count oc_status_bytes(const MPI_Status *status);
void oc_status_set_bytes(MPI_Status *status, MPI_Count bytes);

bool oc_status_is_cancelled(const MPI_Status *status);
void oc_status_set_cancelled(MPI_Status *status, bool cancelled);

#endif
