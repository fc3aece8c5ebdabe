#include "mpi/error/errhandler.h"
#include "mpi/session/session.h"

int PMPI_Session_set_errhandler(MPI_Session handle, MPI_Errhandler errhandler) {
    struct oc_session *session = oc_enter_session("MPI_Session_set_errhandler", handle);
    if (!session)
        return MPI_ERR_SESSION;
    int error = oc_check_errhandler(&session->errors, errhandler);
    if (!error)
        oc_errhandler_set(&session->errors, errhandler);
    return error;
}
