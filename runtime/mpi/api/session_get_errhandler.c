#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/session/session.h"

int PMPI_Session_get_errhandler(MPI_Session handle, MPI_Errhandler *errhandler) {
    struct oc_session *session = oc_enter_session("MPI_Session_get_errhandler", handle);
    if (!session)
        return MPI_ERR_SESSION;
    int error = oc_check_result(&session->errors, errhandler);
    if (!error)
        *errhandler = oc_errhandler_give(session->errors.errhandler);
    return error;
}
