/* Completes requests for which the user has handles. */
#ifndef MPI_REQUEST_COMPLETE_H
#define MPI_REQUEST_COMPLETE_H

#include "link/variant.h"
#include "mpi/request/request.h"

/* Checks a handle and finds its request, which is null for MPI_REQUEST_NULL. */
int oc_check_request(MPI_Request handle, struct oc_user_request **request);

/* Checks a list of handles. */
int oc_check_requests(int count, const MPI_Request *handles);

/* Whether a wait for the request would return at once; this is also true for MPI_REQUEST_NULL. The
 * caller has checked the handle. The function makes no progress. */
static inline bool oc_handle_is_done(MPI_Request handle) {
    return handle == MPI_REQUEST_NULL || oc_user_request_is_done((struct oc_user_request *)handle);
}

/* Whether a request is active: it has been started, and its completion has not been reported to the
 * user. MPI_REQUEST_NULL is not active. */
static inline bool oc_handle_is_active(MPI_Request handle) {
    return handle != MPI_REQUEST_NULL && ((struct oc_user_request *)handle)->active;
}

/* Completes a request that is done: fills in the status, raises the request's error, and sets the
 * handle to MPI_REQUEST_NULL unless the request is persistent. Returns the error class. */
int oc_handle_complete(MPI_Request *handle, MPI_Status *status);

/* Waits until a completed request's data are in the user's buffer, and fills in the status. */
void oc_request_status(struct oc_user_request *request, MPI_Status *status);

/* The second variant is used by programs with partitioned messages. */
OC_VARIANTS(oc_request_status, oc_request_status_plain, oc_request_status_partitioned);

/* Makes a status empty (MPI 4.1, section 3.7.3), including its error. In a status that is not
 * empty, only calls that complete a list of requests set the error. */
void oc_status_set_empty(MPI_Status *status);

/* Waits until one of the active requests is done. */
void oc_handles_wait_any(int count, const MPI_Request *handles);

/* Implements MPI_Request_get_status and related functions: returns whether a request is done, and
 * stores its status if it is. The request does not change. */
bool oc_handle_status(MPI_Request handle, MPI_Status *status);

/* Raises the error that the query function of a generalized request has returned. Returns this
 * error. */
int oc_handle_queried(MPI_Request handle);

/* Completes the request at an index of a list, and stores its error also in its status. Returns
 * MPI_ERR_IN_STATUS if there is an error. */
int oc_handle_complete_of_list(MPI_Request *handle, MPI_Status *statuses, int index);

/* The status at an index of a list, which may be MPI_STATUSES_IGNORE. */
static inline MPI_Status *oc_status_at(MPI_Status *statuses, int index) {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + index;
}

#endif
