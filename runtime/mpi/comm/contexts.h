/* Which contexts are in use. Each process keeps a bit for each communicator that there may be;
 * those who make one agree on the lowest that is free at all of them. */
#ifndef MPI_COMM_CONTEXTS_H
#define MPI_COMM_CONTEXTS_H

#include "link/variant.h"
#include "mpi/comm/circle.h"

/* Communicators that a process may be in at a time, with the two static ones. */
#define OC_COMMUNICATORS 512

/* Gives a context that no member uses (nor takes it: a member may turn out to be in none of the
 * communicators made). MPI_ERR_OTHER: there is none. */
int oc_context_agree(const struct oc_circle *circle, uint32_t *context);

/* The same on a fibre, where this process may be taking part in other agreements; takes the context
 * as well. Only MPI_Comm_idup links it. */
int oc_context_agree_beside(const struct oc_circle *circle, uint32_t *context) OC_OPTIONAL;

void oc_context_take(uint32_t context);
void oc_context_free(uint32_t context);

/* ---- Inside ---- */

#define OC_CONTEXT_WORDS (OC_COMMUNICATORS / 32)

/* Those of a word that are free, under a mask: nobody else is offered them until they have been
 * withdrawn. So agreements that have a process in common do not agree on the same. */
uint32_t oc_context_offer(int word, uint32_t mask);
void oc_context_withdraw(int word, uint32_t offered);

#endif
