#include <stdio.h>

#include "mpi/session/session.h"

/* Returns an info with one key, "mpi_size". */
int PMPI_Session_get_pset_info(MPI_Session handle, const char *name, MPI_Info *info) {
    char size[12];
    struct oc_session *session = oc_enter_session("MPI_Session_get_pset_info", handle);
    if (!session)
        return MPI_ERR_SESSION;
    struct oc_group *group = oc_pset_group(session, name);
    if (!group)
        return MPI_ERR_ARG;
    snprintf(size, sizeof size, "%d", group->size);
    oc_group_release(group);
    return oc_session_info(session, "mpi_size", size, info);
}
