/* Completing requests of which the user has handles. */
#ifndef MPI_REQUEST_COMPLETE_H
#define MPI_REQUEST_COMPLETE_H

#include "link/variant.h"
#include "mpi/request/request.h"

/* Checks a handle; gives its request by `request`, null for MPI_REQUEST_NULL. */
int oc_check_request(MPI_Request handle, struct oc_user_request **request);

/* Checks a list of handles. */
int oc_check_requests(int count, const MPI_Request *handles);

/* Whether there is nothing to wait for, for MPI_REQUEST_NULL too; of a handle that was checked.
 * Makes no progress. */
bool oc_handle_is_done(MPI_Request handle);

/* Whether there is something to report: not of MPI_REQUEST_NULL, nor of what is not active. */
bool oc_handle_is_active(MPI_Request handle);

/* Reports the completion of a request that is done: fills in the status, raises what it has met,
 * and sets the handle to MPI_REQUEST_NULL unless it is persistent. Gives the error class. */
int oc_handle_complete(MPI_Request *handle, MPI_Status *status);

/* Fills in the status of a request that is done. Its data are in the user's buffer then. */
void oc_request_status(struct oc_user_request *request, MPI_Status *status);

/* The second one knows partitioned messages. */
OC_VARIANTS(oc_request_status, oc_request_status_plain, oc_request_status_partitioned);

/* Waits until one of the handles that are active is done. */
void oc_handles_wait_any(int count, const MPI_Request *handles);

/* MPI_Request_get_status and its relatives: whether a request is done, and if so, its status. The
 * request stays as it is. */
bool oc_handle_status(MPI_Request handle, MPI_Status *status);

/* What they return then: the error of a generalized request's query, which it raises. */
int oc_handle_queried(MPI_Request handle);

/* The error of the i-th of a list, in its status too; gives MPI_ERR_IN_STATUS if there is one. */
int oc_handle_complete_of_list(MPI_Request *handle, MPI_Status *statuses, int index);

/* The status at an index of a list, which may be MPI_STATUSES_IGNORE. */
static inline MPI_Status *oc_status_at(MPI_Status *statuses, int index) {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + index;
}

#endif
