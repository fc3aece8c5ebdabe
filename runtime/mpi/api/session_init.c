#include "mpi/core/thread.h"
#include "mpi/error/errhandler.h"
#include "mpi/info/check.h"
#include "mpi/session/session.h"

/* The info may ask for a "thread_level". */
int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *handle) {
    struct oc_info *hints;
    oc_process.call = "MPI_Session_init";
    int error = oc_check_info_or_null(NULL, info, &hints);
    if (error || (error = oc_check_errhandler(NULL, errhandler)) ||
        (error = oc_check_result(NULL, handle)))
        return error;
    struct oc_session *session = oc_session_open(errhandler);
    if (!session)
        return oc_raise(NULL, MPI_ERR_NO_MEM, "no memory for a session", 0, 0);
    const struct oc_pair *level = hints ? oc_info_pair(hints, "thread_level") : NULL;
    session->level =
        level ? oc_thread_level_of(level->value, oc_thread_highest()) : oc_thread_highest();
    *handle = (MPI_Session)session;
    return MPI_SUCCESS;
}
