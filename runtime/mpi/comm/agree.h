/* How the processes that make a communicator agree on its context, which must be free at all of
 * them. */
#ifndef MPI_COMM_AGREE_H
#define MPI_COMM_AGREE_H

#include "link/variant.h"
#include "mpi/comm/participants.h"

/* Finds a context that no participant uses. Does not mark the context as used, because a
 * participant may turn out to be in none of the new communicators. Returns MPI_ERR_OTHER if there
 * is no free context, or MPI_ERR_NO_MEM. */
int oc_context_agree(const struct oc_participants *participants, uint32_t *context);

/* The second variant is for programs with MPI_Comm_idup. If it runs on a fibre (the stack of a
 * nonblocking operation), it also marks the context as used, because the process may take part in
 * several agreements at the same time. */
OC_VARIANTS(oc_context_agree, oc_context_agree_blocking, oc_context_agree_nonblocking);

#endif
