#include "mpi/info/check.h"
#include "mpi/session/session.h"

int oc_session_info(const struct oc_session *session, const char *key, const char *value,
                    MPI_Info *handle) {
    int error = oc_check_result(&session->errors, handle);
    if (error)
        return error;
    struct oc_info *info = oc_info_new();
    if (!info || !oc_info_set(info, key, value))
        return oc_no_memory_for_info(&session->errors, info);
    *handle = oc_info_handle(info);
    return MPI_SUCCESS;
}
