/* The processes that make a communicator agree on its context, the lowest one that is free at all
 * of them. */
#ifndef MPI_COMM_AGREE_H
#define MPI_COMM_AGREE_H

#include "link/variant.h"
#include "mpi/comm/participants.h"

/* Finds a context that no member uses, without taking it, because a member may turn out to be in
 * none of the communicators made. Returns MPI_ERR_OTHER if there is none. */
int oc_context_agree(const struct oc_participants *participants, uint32_t *context);

/* The second variant is for programs with MPI_Comm_idup. If it is called on a fibre, it also takes
 * the context, because this process may then take part in several agreements at a time. */
OC_VARIANTS(oc_context_agree, oc_context_agree_blocking, oc_context_agree_nonblocking);

#endif
