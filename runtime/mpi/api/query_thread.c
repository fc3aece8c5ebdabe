#include "mpi/core/thread.h"
#include "mpi/error/check.h"

int PMPI_Query_thread(int *provided) {
    int error = oc_enter("MPI_Query_thread");
    if (error || (error = oc_check_result(NULL, provided)))
        return error;
    *provided = oc_thread_level;
    return MPI_SUCCESS;
}
