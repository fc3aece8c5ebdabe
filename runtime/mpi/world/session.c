#include "mpi/session/session.h"

#include <stdlib.h>

#include "hal/hal.h"
#include "mpi/core/process.h"
#include "mpi/error/check.h"
#include "mpi/error/errhandler.h"
#include "mpi/error/raise.h"
#include "mpi/transport/transport.h"
#include "mpi/world/job_barrier.h"

static struct oc_session *sessions;

/* Variants of functions for programs with sessions, which may call them several times. The process
 * joins the job only once. */
void oc_transport_start_once(void) {
    static bool started;
    if (!started)
        oc_transport_begin();
    started = true;
}

void oc_job_barrier_once(int occasion) {
    static bool joined;
    if (occasion == OC_LEAVE || !joined)
        oc_job_barrier_on_tree(occasion);
    joined = true;
}

int oc_enter_with_sessions(const char *call) {
    oc_process.call = call;
    if (oc_process.phase == OC_ACTIVE || sessions)
        return MPI_SUCCESS;
    oc_die_untimely("called without MPI_Init, and without a session");
}

struct oc_session *oc_session_open(MPI_Errhandler errhandler) {
    struct oc_session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    oc_world_join();
    hal_report_active(true);
    session->errors.handle = (MPI_Comm)session;
    session->errors.errhandler = MPI_ERRORS_ARE_FATAL;
    oc_errhandler_set(&session->errors, errhandler);
    session->next = sessions;
    sessions = session;
    return session;
}

static struct oc_session **link_to(MPI_Session handle) {
    struct oc_session **at = &sessions;
    while (*at && (MPI_Session)*at != handle)
        at = &(*at)->next;
    return at;
}

void oc_session_close(struct oc_session *session) {
    *link_to((MPI_Session)session) = session->next;
    oc_errhandler_release(session->errors.errhandler);
    free(session);
    if (!sessions && oc_process.phase != OC_ACTIVE)
        hal_report_active(false);
}

struct oc_session *oc_enter_session(const char *call, MPI_Session handle) {
    oc_enter(call);
    struct oc_session *session = *link_to(handle);
    if (!session)
        oc_raise(NULL, MPI_ERR_SESSION, "session 0x$ is invalid|one that has not been finalized",
                 (long)(intptr_t)handle, 0);
    return session;
}
