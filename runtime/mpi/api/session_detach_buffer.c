#include "mpi/core/sized.h"
#include "mpi/error/check.h"
#include "mpi/request/buffer.h"
#include "mpi/session/session.h"

int OC_SIZED(PMPI_Session_detach_buffer)(MPI_Session handle, void *address, oc_int *size) {
    size_t bytes;
    struct oc_session *session = oc_enter_session(OC_CALL("MPI_Session_detach_buffer"), handle);
    if (!session)
        return MPI_ERR_SESSION;
    int error = oc_check_result(&session->errors, size);
    if (error || (error = oc_detach_buffer(&session->errors, address, &bytes)))
        return error;
    *size = (oc_int)bytes;
    return MPI_SUCCESS;
}
