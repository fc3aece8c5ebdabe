#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Test(MPI_Request *handle, int *flag, MPI_Status *status) {
    int error = oc_enter("MPI_Test");
    struct oc_user_request *request;
    if (error || (error = oc_check_result(NULL, handle)) || (error = oc_check_result(NULL, flag)) ||
        (error = oc_check_request(*handle, &request)))
        return error;
    oc_progress();
    *flag = oc_handle_is_done(*handle);
    return *flag ? oc_handle_complete(handle, status) : MPI_SUCCESS;
}
