#include "mpi/error/raise.h"
#include "mpi/session/session.h"

int PMPI_Session_call_errhandler(MPI_Session handle, int code) {
    struct oc_session *session = oc_enter_session("MPI_Session_call_errhandler", handle);
    if (!session)
        return MPI_ERR_SESSION;
    oc_raise(&session->errors, code, "the program calls the error handler with code #", code, 0);
    return MPI_SUCCESS;
}
