/* Performance variables, of which there are none. A tool can create sessions for them, but no
 * handles. */
#include <stdlib.h>

#include "mpi/tool/tool.h"

struct MPI_ABI_T_pvar_session {
    struct MPI_ABI_T_pvar_session *next;
};

static MPI_T_pvar_session sessions;

/* Returns the pointer in the list that points to a session. If there is none, returns the null
 * pointer at the end of the list. */
static MPI_T_pvar_session *place_of(MPI_T_pvar_session session) {
    MPI_T_pvar_session *at = &sessions;
    while (*at && *at != session)
        at = &(*at)->next;
    return at;
}

static int in_session(MPI_T_pvar_session session, int code) {
    return oc_tool(session && *place_of(session) ? code : MPI_T_ERR_INVALID_SESSION);
}

int PMPI_T_pvar_session_create(MPI_T_pvar_session *session) {
    int error = oc_tool(oc_tool_result(session));
    if (error)
        return error;
    *session = malloc(sizeof **session);
    if (!*session)
        return MPI_T_ERR_OUT_OF_SESSIONS;
    (*session)->next = sessions;
    sessions = *session;
    return MPI_SUCCESS;
}

int PMPI_T_pvar_session_free(MPI_T_pvar_session *session) {
    int error = oc_tool(oc_tool_result(session));
    if (error || (error = in_session(*session, MPI_SUCCESS)))
        return error;
    MPI_T_pvar_session *at = place_of(*session), ended = *at;
    *at = ended->next;
    free(ended);
    *session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
}

OC_TOOL_NONE(pvar_get_num);
OC_TOOL_CODE(pvar_get_info, MPI_T_ERR_INVALID_INDEX);
OC_TOOL_CODE(pvar_get_index, MPI_T_ERR_INVALID_NAME);

#define OF_SESSION(NAME, CODE)                                                                     \
    OC_DEFINE(T_##NAME, (MPI_T_pvar_session session), in_session(session, CODE))
#define OF_HANDLE(NAME)                                                                            \
    OC_DEFINE(T_##NAME, (MPI_T_pvar_session session, MPI_T_pvar_handle handle),                    \
              in_session(session, handle == MPI_T_PVAR_ALL_HANDLES ? MPI_SUCCESS                   \
                                                                   : MPI_T_ERR_INVALID_HANDLE))

OF_SESSION(pvar_handle_alloc, MPI_T_ERR_INVALID_INDEX);
OF_SESSION(pvar_handle_free, MPI_T_ERR_INVALID_HANDLE);
OF_SESSION(pvar_read, MPI_T_ERR_INVALID_HANDLE);
OF_SESSION(pvar_readreset, MPI_T_ERR_INVALID_HANDLE);
OF_SESSION(pvar_write, MPI_T_ERR_INVALID_HANDLE);
OF_HANDLE(pvar_start);
OF_HANDLE(pvar_stop);
OF_HANDLE(pvar_reset);
