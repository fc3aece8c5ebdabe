#include "link/variant.h"
#include "mpi/error/check.h"
#include "mpi/request/request.h"

/* Null in programs without nonblocking messages and collectives. */
extern __typeof__(oc_user_requests_busy) oc_user_requests_busy OC_OPTIONAL;

static bool is_quiet(void *comm) {
    return !oc_user_requests_busy(comm);
}

/* Waits until no request of the communicator is in progress, including those whose handles have
 * been freed. Then does what MPI_Comm_free does (MPI 4.1, section 11.10.4). */
int PMPI_Comm_disconnect(MPI_Comm *handle) {
    int error = oc_enter("MPI_Comm_disconnect");
    if (error || (error = oc_check_result(NULL, handle)))
        return error;
    struct oc_communicator *comm = oc_enter_comm("MPI_Comm_disconnect", *handle);
    if (!comm)
        return MPI_ERR_COMM;
    struct oc_request why = {.comm = comm, .peer = OC_EVERYBODY};
    if (oc_user_requests_busy)
        oc_await_until(is_quiet, comm, &why);
    return PMPI_Comm_free(handle);
}
