#include "mpi/core/thread.h"
#include "mpi/error/check.h"
#include "mpi/error/raise.h"

/* *provided becomes the requested level of thread support, or the highest possible one if that is
 * lower. */
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    oc_process.call = "MPI_Init_thread";
    int error = oc_check_result(NULL, provided);
    if (error)
        return error;
    if (required < MPI_THREAD_SINGLE || required > MPI_THREAD_MULTIPLE)
        return oc_raise(NULL, MPI_ERR_ARG,
                        "thread level # does not exist|MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE",
                        required, 0);
    error = PMPI_Init(argc, argv);
    oc_thread_set_main();
    oc_thread_level = oc_thread_given(required);
    *provided = oc_thread_level;
    return error;
}
