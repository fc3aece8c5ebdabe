#include "mpi/error/check.h"
#include "mpi/session/session.h"

int PMPI_Group_from_session_pset(MPI_Session handle, const char *name, MPI_Group *group) {
    struct oc_session *session = oc_enter_session("MPI_Group_from_session_pset", handle);
    if (!session)
        return MPI_ERR_SESSION;
    int error = oc_check_result(&session->errors, group);
    if (error)
        return error;
    struct oc_group *members = oc_pset_group(session, name);
    if (!members)
        return MPI_ERR_ARG;
    *group = oc_group_handle(members);
    return MPI_SUCCESS;
}
