#include "mpi/core/buffered.h"
#include "mpi/error/check.h"
#include "mpi/session/session.h"

int PMPI_Session_flush_buffer(MPI_Session handle) {
    struct oc_session *session = oc_enter_session("MPI_Session_flush_buffer", handle);
    if (!session)
        return MPI_ERR_SESSION;
    oc_buffer_flush(oc_buffer_of(&session->errors));
    return MPI_SUCCESS;
}
