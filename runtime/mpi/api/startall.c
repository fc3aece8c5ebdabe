#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/request/complete.h"
#include "mpi/request/start.h"

int PMPI_Startall(int count, MPI_Request *handles) {
    int error = oc_enter("MPI_Startall");
    if (error || (error = oc_check_requests(count, handles)))
        return error;
    for (int i = 0; i < count && !error; i++) {
        if (handles[i] == MPI_REQUEST_NULL)
            return oc_raise(NULL, MPI_ERR_REQUEST,
                            "request # is MPI_REQUEST_NULL, which cannot be started", i, 0);
        error = oc_request_restart((struct oc_user_request *)handles[i]);
    }
    return error;
}
