/* Sessions (MPI 4.1, section 11.3). A process may use the library between MPI_Session_init and
 * MPI_Session_finalize, without MPI_Init; whichever comes first joins the world. All of it is
 * linked only into programs that have sessions. */
#ifndef MPI_SESSION_SESSION_H
#define MPI_SESSION_SESSION_H

#include "mpi/core/communicator.h"

struct oc_info;

struct oc_session {
    struct oc_session *next;
    /* Where its errors are raised: has no group and takes part in nothing. Its handle, with which
     * the error handler is called, is the session's. */
    struct oc_communicator errors;
    int level; /* of thread support */
};

/* A new one; null: there is no memory. */
struct oc_session *oc_session_open(MPI_Errhandler errhandler);
void oc_session_close(struct oc_session *session);

/* Begins a function about a session: gives it, or null after having raised MPI_ERR_SESSION. */
struct oc_session *oc_enter_session(const char *call, MPI_Session handle);

/* The names of the process sets; their number. */
#define OC_PSETS 2
extern const char *const oc_psets[OC_PSETS];

/* The group of a process set, of which the caller has a reference; null after having raised that
 * there is none with this name. */
struct oc_group *oc_pset_group(const struct oc_session *session, const char *name);

/* Gives the user a new info with one key; raises what goes wrong. */
int oc_session_info(const struct oc_session *session, const char *key, const char *value,
                    MPI_Info *handle);

/* Thread levels by their names, as in the key "thread_level". */
int oc_thread_level_of(const char *name, int otherwise);
const char *oc_thread_level_name(int level);

#endif
