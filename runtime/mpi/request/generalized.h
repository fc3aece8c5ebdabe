/* Generalized requests (MPI 4.1, section 13.2): operations of the program's own, which end when it
 * says so. Linked only into programs that start some. */
#ifndef MPI_REQUEST_GENERALIZED_H
#define MPI_REQUEST_GENERALIZED_H

#include "link/variant.h"
#include "mpi/request/request.h"

/* What the program does, at the request's `temporary`. */
struct oc_grequest {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *release;
    MPI_Grequest_cancel_function *cancel;
    void *state;
};

struct oc_generalized {
    /* Lets the program fill in the status of one that is done. */
    void (*query)(struct oc_user_request *request, MPI_Status *status);
    /* What it returned when it was queried, which this raises. */
    int (*queried)(const struct oc_user_request *request);
    /* Lets the program free what it keeps; raises what its functions returned, then and when it was
     * queried. */
    int (*finish)(struct oc_user_request *request);
    /* Lets it free what it keeps, unless it has; raises what that returned. */
    int (*release)(struct oc_user_request *request);
    int (*cancel)(struct oc_user_request *request);
};

/* Starts one; raises what goes wrong. */
int oc_generalized_start(struct oc_grequest functions, MPI_Request *handle);

extern const struct oc_generalized oc_generalized OC_OPTIONAL;

#endif
