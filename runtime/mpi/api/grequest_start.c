#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/generalized.h"

int PMPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *release,
                        MPI_Grequest_cancel_function *cancel, void *state, MPI_Request *handle) {
    int error = oc_enter("MPI_Grequest_start");
    if (error || (error = oc_check_result(NULL, handle)))
        return error;
    if (!query || !release || !cancel)
        return oc_raise(NULL, MPI_ERR_ARG, "a function is null|three functions", 0, 0);
    return oc_generalized_start((struct oc_grequest){query, release, cancel, state}, handle);
}
