#include "mpi/request/generalized.h"

#include <stdlib.h>

#include "mpi/core/status.h"
#include "mpi/error/raise.h"
#include "mpi/request/pool.h"
#include "mpi/request/start.h"

static int raise(int error) {
    if (!error)
        return MPI_SUCCESS;
    return oc_raise(NULL, error, "a function of a generalized request returned #", error, 0);
}

/* The query function always gets a status, even if the user wants none. */
static void query(struct oc_user_request *request, MPI_Status *status) {
    const struct oc_grequest *own = request->temporary;
    MPI_Status filled = {0};
    oc_status_set(&filled, MPI_UNDEFINED, MPI_UNDEFINED, 0);
    request->core.error = own->query(own->state, &filled);
    if (status == MPI_STATUS_IGNORE)
        return;
    filled.MPI_ERROR = status->MPI_ERROR;
    *status = filled;
}

static int queried(const struct oc_user_request *request) {
    return raise(request->core.error);
}

/* Calls the program's free function, unless it has been called. */
static int free_state(struct oc_user_request *request) {
    struct oc_grequest *own = request->temporary;
    if (!own)
        return MPI_SUCCESS;
    request->temporary = NULL;
    int error = own->release(own->state);
    free(own);
    return error;
}

/* If the query function and the free function have both returned errors, the result is that of the
 * free function, which was called last (MPI 4.1, section 13.2). */
static int finish(struct oc_user_request *request) {
    int error = free_state(request);
    return raise(error ? error : request->core.error);
}

static int release(struct oc_user_request *request) {
    return raise(free_state(request));
}

static int cancel(struct oc_user_request *request) {
    const struct oc_grequest *own = request->temporary;
    return raise(own->cancel(own->state, !request->core.pending));
}

const struct oc_generalized oc_generalized = {query, queried, finish, release, cancel};

int oc_generalized_start(struct oc_grequest functions, MPI_Request *handle) {
    struct oc_user_request *request = oc_request_allocate(NULL, OC_GENERALIZED);
    if (!request)
        return MPI_ERR_NO_MEM;
    struct oc_grequest *own = malloc(sizeof *own);
    if (!own) {
        oc_user_request_recycle(request);
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a request", 0, 0);
    }
    *own = functions;
    oc_request_fill(&request->core, &oc_comm_self, OC_CONTEXT_USER, NULL, 0, 0, 0);
    request->temporary = own;
    request->active = true;
    *handle = (MPI_Request)request;
    return MPI_SUCCESS;
}
