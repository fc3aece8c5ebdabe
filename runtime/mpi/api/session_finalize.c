#include "mpi/error/check.h"
#include "mpi/session/session.h"

int PMPI_Session_finalize(MPI_Session *handle) {
    oc_process.call = "MPI_Session_finalize";
    int error = oc_check_result(NULL, handle);
    if (error)
        return error;
    struct oc_session *session = oc_enter_session("MPI_Session_finalize", *handle);
    if (!session)
        return MPI_ERR_SESSION;
    oc_session_close(session);
    *handle = MPI_SESSION_NULL;
    return MPI_SUCCESS;
}
