/* Generalized requests (MPI 4.1, section 13.2): operations that the program itself carries out, and
 * whose completion it reports. Linked only into programs that start such requests. */
#ifndef MPI_REQUEST_GENERALIZED_H
#define MPI_REQUEST_GENERALIZED_H

#include "link/variant.h"
#include "mpi/request/request.h"

/* The program's functions of a generalized request. The request's `temporary` points to them. */
struct oc_grequest {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *release;
    MPI_Grequest_cancel_function *cancel;
    void *state;
};

struct oc_generalized {
    /* Calls the query function, which fills in the status of a request that is done. */
    void (*query)(struct oc_user_request *request, MPI_Status *status);
    /* Raises the error that the query function has returned, if it has returned one. */
    int (*queried)(const struct oc_user_request *request);
    /* Calls the free function. Raises the error that it returns or, if it returns none, that of the
     * query function. */
    int (*finish)(struct oc_user_request *request);
    /* Calls the free function unless it has been called; raises the error that it returns. */
    int (*release)(struct oc_user_request *request);
    int (*cancel)(struct oc_user_request *request);
};

/* Starts a generalized request; raises errors. */
int oc_generalized_start(struct oc_grequest functions, MPI_Request *handle);

extern const struct oc_generalized oc_generalized OC_OPTIONAL;

#endif
