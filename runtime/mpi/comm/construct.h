/* Communicators from beginning to end. Where a function gives an error class, nothing was made. */
#ifndef MPI_COMM_CONSTRUCT_H
#define MPI_COMM_CONSTRUCT_H

#include <stdbool.h>

#include "mpi/comm/participants.h"

/* What the end of a function that makes a communicator needs to know. */
struct oc_construction {
    const struct oc_communicator *parent; /* errors are raised there; its handler is inherited */
    struct oc_participants participants;
};

/* Agrees on a context in the participants, then makes an intracommunicator of `group`, whose
 * reference it takes. `group` null: this process is in none, *made is null. */
int oc_make_intra(const struct oc_construction *construction, struct oc_group *group,
                  struct oc_communicator **made);

/* Agrees on a context in the participants, then makes an intercommunicator. `own` null: this
 * process is in none, *made is null. */
int oc_make_inter(const struct oc_construction *construction, struct oc_group *own,
                  struct oc_group *other, struct oc_communicator **made);

/* Makes another communicator with the same groups. */
int oc_make_another(const struct oc_communicator *comm, struct oc_communicator **made);

/* The handle for the user, or MPI_COMM_NULL; raises the error, if there was one. */
int oc_give_communicator(const struct oc_communicator *parent, int error,
                         struct oc_communicator *made, MPI_Comm *handle);

/* Frees a communicator, with all that belongs to it but attributes, which are deleted before.
 * Requests that need it are carried out; until then it keeps its context. */
void oc_communicator_free(struct oc_communicator *comm);

#endif
