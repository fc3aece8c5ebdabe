#include "mpi/collective/nonblocking/flush.h"
#include "mpi/session/session.h"

int PMPI_Session_iflush_buffer(MPI_Session handle, MPI_Request *request) {
    struct oc_session *session = oc_enter_session("MPI_Session_iflush_buffer", handle);
    return session ? oc_iflush("MPI_Session_iflush_buffer", &session->errors, request)
                   : MPI_ERR_SESSION;
}
