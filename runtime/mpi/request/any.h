/* Completing one, or some, of several requests. */
#ifndef MPI_REQUEST_ANY_H
#define MPI_REQUEST_ANY_H

#include "mpi/request/complete.h"

/* Completes the first that is active and done, and gives its index; MPI_UNDEFINED, and an empty
 * status, if there is none. `active`: whether one is active. */
int oc_handles_complete_any(int count, MPI_Request *handles, int *index, bool *active,
                            MPI_Status *status);

/* Completes all that are active and done; their number is MPI_UNDEFINED if none was active. */
int oc_handles_complete_some(int count, MPI_Request *handles, int *done, int *indices,
                             MPI_Status *statuses);

#endif
