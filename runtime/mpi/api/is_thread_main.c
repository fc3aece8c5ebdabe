#include "mpi/core/thread.h"
#include "mpi/error/check.h"

int PMPI_Is_thread_main(int *flag) {
    int error = oc_enter("MPI_Is_thread_main");
    if (error || (error = oc_check_result(NULL, flag)))
        return error;
    *flag = oc_thread_is_main();
    return MPI_SUCCESS;
}
