/* Sessions (MPI 4.1, section 11.3). Between MPI_Session_init and MPI_Session_finalize, a process
 * may use the library without MPI_Init. The first call of either MPI_Init or MPI_Session_init makes
 * the process a rank of MPI_COMM_WORLD (world/job_barrier.h). This code is linked only into
 * programs with sessions. */
#ifndef MPI_SESSION_SESSION_H
#define MPI_SESSION_SESSION_H

#include "mpi/core/communicator.h"

struct oc_info;

struct oc_session {
    struct oc_session *next;
    /* The communicator on which the session's errors are raised. It has no members. Its handle,
     * which the error handler gets, is that of the session. */
    struct oc_communicator errors;
    int level; /* level of thread support */
};

/* Makes a session. Returns null if there is no memory. */
struct oc_session *oc_session_open(MPI_Errhandler errhandler);
void oc_session_close(struct oc_session *session);

/* Begins a function about a session and returns the session. If the handle is invalid, raises
 * MPI_ERR_SESSION and returns null. */
struct oc_session *oc_enter_session(const char *call, MPI_Session handle);

/* The number of process sets, and their names. */
#define OC_PSETS 2
extern const char *const oc_psets[OC_PSETS];

/* Returns the group of a process set, with a reference for the caller. If no set has this name,
 * raises an error and returns null. */
struct oc_group *oc_pset_group(const struct oc_session *session, const char *name);

/* Gives the user a new info with a single key; raises errors. */
int oc_session_info(const struct oc_session *session, const char *key, const char *value,
                    MPI_Info *handle);

/* Converts the name of a level of thread support, as the key "thread_level" has it, to the level.
 * Returns `otherwise` for other names. oc_thread_level_name() converts a level to its name. */
int oc_thread_level_of(const char *name, int otherwise);
const char *oc_thread_level_name(int level);

#endif
