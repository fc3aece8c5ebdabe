#include "mpi/core/thread.h"
#include "mpi/tool/tool.h"

static int users; /* number of calls of MPI_T_init_thread less those of MPI_T_finalize */

int oc_tool(int code) {
    return users ? code : MPI_T_ERR_NOT_INITIALIZED;
}

int oc_tool_result(const void *result) {
    return result ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

int PMPI_T_init_thread(int required, int *provided) {
    if (!provided || required < MPI_THREAD_SINGLE || required > MPI_THREAD_MULTIPLE)
        return MPI_T_ERR_INVALID;
    users++;
    *provided = oc_thread_given(required);
    return MPI_SUCCESS;
}

int PMPI_T_finalize(void) {
    int error = oc_tool(MPI_SUCCESS);
    if (!error)
        users--;
    return error;
}
