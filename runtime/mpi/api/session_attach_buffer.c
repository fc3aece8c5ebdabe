#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/buffer.h"
#include "mpi/session/session.h"

int OC_SIZED(PMPI_Session_attach_buffer)(MPI_Session handle, void *buffer, oc_int size) {
    struct oc_session *session = oc_enter_session(OC_CALL("MPI_Session_attach_buffer"), handle);
    if (!session)
        return MPI_ERR_SESSION;
    return oc_attach_buffer(&session->errors, buffer, oc_fit(size, MPI_BYTE));
}
