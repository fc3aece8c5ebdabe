/* Completing one or some of several requests. */
#ifndef MPI_REQUEST_ANY_H
#define MPI_REQUEST_ANY_H

#include "mpi/request/complete.h"

/* Completes the first request that is active and done, and stores its index. If there is no such
 * request, the index is MPI_UNDEFINED and the status is empty. *active tells whether any request
 * is active. */
int oc_handles_complete_any(int count, MPI_Request *handles, int *index, bool *active,
                            MPI_Status *status);

/* Completes all requests that are active and done, and stores their number in *done. The number is
 * MPI_UNDEFINED if no request was active. */
int oc_handles_complete_some(int count, MPI_Request *handles, int *done, int *indices,
                             MPI_Status *statuses);

#endif
