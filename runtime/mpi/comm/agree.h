/* The processes that make a communicator agree on its context: the lowest one that is free at all
 * of them. */
#ifndef MPI_COMM_AGREE_H
#define MPI_COMM_AGREE_H

#include "link/variant.h"
#include "mpi/comm/participants.h"

/* Finds a context that no member uses. The function does not mark the context as used, because a
 * member may turn out to be in none of the communicators that are made. Returns MPI_ERR_OTHER if
 * there is no free context, or MPI_ERR_NO_MEM. */
int oc_context_agree(const struct oc_participants *participants, uint32_t *context);

/* The second variant is for programs with MPI_Comm_idup. On a fibre (the stack of a nonblocking
 * operation), this variant also marks the context as used, because the process may then take part
 * in several agreements at the same time. */
OC_VARIANTS(oc_context_agree, oc_context_agree_blocking, oc_context_agree_nonblocking);

#endif
