/* Which contexts are in use. Each process keeps a bit for each communicator that there may be;
 * those who make one agree on the lowest that is free at all of them. */
#ifndef MPI_COMM_CONTEXTS_H
#define MPI_COMM_CONTEXTS_H

#include "mpi/comm/circle.h"

/* Communicators that a process may be in at a time, with the two static ones. */
#define OC_COMMUNICATORS 512

/* Gives a context that no member uses (nor takes it: a member may turn out to be in none of the
 * communicators made). MPI_ERR_OTHER: there is none. */
int oc_context_agree(const struct oc_circle *circle, uint32_t *context);

void oc_context_take(uint32_t context);
void oc_context_free(uint32_t context);

#endif
