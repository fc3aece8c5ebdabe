/* Makes and frees communicators. A function that returns an error class has made nothing. */
#ifndef MPI_COMM_CONSTRUCT_H
#define MPI_COMM_CONSTRUCT_H

#include <stdbool.h>

#include "mpi/comm/participants.h"

/* What the functions that make a communicator need to know. */
struct oc_construction {
    /* The communicator on which errors are raised. The new communicator inherits its error
     * handler. */
    const struct oc_communicator *parent;
    struct oc_participants participants;
};

/* Makes an intracommunicator of `group`, after the participants have agreed on a context. The
 * communicator owns the caller's reference to `group`. If `group` is null, this process is not in
 * the communicator, and *made becomes null. */
int oc_make_intra(const struct oc_construction *construction, struct oc_group *group,
                  struct oc_communicator **made);

/* Makes an intercommunicator, after the participants have agreed on a context. If `own` is null,
 * this process is not in the communicator, and *made becomes null. */
int oc_make_inter(const struct oc_construction *construction, struct oc_group *own,
                  struct oc_group *other, struct oc_communicator **made);

/* Makes another communicator with the groups of `comm`. */
int oc_make_another(const struct oc_communicator *comm, struct oc_communicator **made);

/* Gives the user the communicator's handle. If `error` is an error, raises it and gives
 * MPI_COMM_NULL. */
int oc_give_communicator(const struct oc_communicator *parent, int error,
                         struct oc_communicator *made, MPI_Comm *handle);

/* Frees a communicator and all that belongs to it. The caller has deleted its attributes. The
 * communicator's context stays reserved until the requests that need this context are complete. */
void oc_communicator_free(struct oc_communicator *comm);

#endif
