#include "mpi/session/session.h"

int PMPI_Session_get_info(MPI_Session handle, MPI_Info *info) {
    struct oc_session *session = oc_enter_session("MPI_Session_get_info", handle);
    if (!session)
        return MPI_ERR_SESSION;
    return oc_session_info(session, "thread_level", oc_thread_level_name(session->level), info);
}
