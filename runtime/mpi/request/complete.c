#include "mpi/request/complete.h"

#include "mpi/core/status.h"
#include "mpi/error/check.h"
#include "mpi/request/generalized.h"
#include "mpi/request/pool.h"

void oc_status_set_empty(MPI_Status *status) {
    oc_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = MPI_SUCCESS;
}

void oc_request_status_plain(struct oc_user_request *request, MPI_Status *status) {
    struct oc_request *core = &request->core;
    if (request->kind == OC_GENERALIZED) {
        /* The program should have completed the request. If only one thread at a time may call MPI,
         * nobody can do so during this wait, which is then a deadlock. */
        oc_user_request_wait(request);
        oc_generalized.query(request, status);
        return;
    }
    if (!request->active) {
        oc_status_set_empty(status);
        return;
    }
    oc_user_request_wait(request);
    if (request->kind != OC_RECEIVE || request->cancelled)
        oc_status_set(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    else
        oc_status_set(status, core->source, core->received_tag,
                      core->received < core->bytes ? core->received : core->bytes);
    if (request->cancelled && status != MPI_STATUS_IGNORE)
        oc_status_set_cancelled(status, true);
}

static int raise_what_it_met(struct oc_user_request *request) {
    if (request->cancelled)
        return MPI_SUCCESS;
    switch (request->kind) {
    case OC_GENERALIZED:
        return oc_generalized.finish(request);
    case OC_COLLECTIVE:
        return request->methods->finish(request);
    case OC_SEND:
        return oc_finish_send(&request->core);
    default:
        return oc_finish_receive(&request->core, MPI_STATUS_IGNORE);
    }
}

static int complete(MPI_Request *handle, MPI_Status *status) {
    if (*handle == MPI_REQUEST_NULL) {
        oc_status_set_empty(status);
        return MPI_SUCCESS;
    }
    struct oc_user_request *request = (struct oc_user_request *)*handle;
    oc_request_status(request, status);
    int error = MPI_SUCCESS;
    if (request->active) {
        error = raise_what_it_met(request);
        if (request->partner && !error)
            error = raise_what_it_met(request->partner);
    }
    request->active = false;
    if (!request->persistent) {
        oc_user_request_free(request);
        *handle = MPI_REQUEST_NULL;
    }
    return error;
}

__attribute__((noinline)) int oc_handle_complete(MPI_Request *handle, MPI_Status *status) {
    struct oc_user_request *request = (struct oc_user_request *)*handle;
    if (*handle == MPI_REQUEST_NULL || status != MPI_STATUS_IGNORE ||
        !oc_user_request_is_simple(request) || !oc_handle_complete_simple(handle))
        return complete(handle, status);
    return MPI_SUCCESS;
}

int oc_handle_complete_of_list(MPI_Request *handle, MPI_Status *statuses, int index) {
    MPI_Status *status = oc_status_at(statuses, index);
    int error = oc_handle_complete(handle, status);
    if (status != MPI_STATUS_IGNORE)
        status->MPI_ERROR = error;
    return error ? MPI_ERR_IN_STATUS : MPI_SUCCESS;
}
