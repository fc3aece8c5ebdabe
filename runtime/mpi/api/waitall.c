#include "mpi/error/check.h"
#include "mpi/request/complete.h"

int PMPI_Waitall(int count, MPI_Request *handles, MPI_Status *statuses) {
    int error = oc_enter("MPI_Waitall");
    if (error || (error = oc_check_requests(count, handles)))
        return error;
    for (int i = 0; i < count; i++) {
        int one = oc_handle_complete_of_list(&handles[i], statuses, i);
        error = error ? error : one;
    }
    return error;
}
