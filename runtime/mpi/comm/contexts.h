/* Which contexts are in use. Each process keeps a bit for each communicator that there may be. */
#ifndef MPI_COMM_CONTEXTS_H
#define MPI_COMM_CONTEXTS_H

#include <stdint.h>

/* Communicators that a process may be in at a time, with the two static ones. */
#define OC_COMMUNICATORS 16384

#define OC_CONTEXT_WORDS (OC_COMMUNICATORS / 32)

/* Number of words that are static; the heap has the others. */
#define OC_STATIC_WORDS 16

void oc_context_take(uint32_t context);
void oc_context_free(uint32_t context);

/* Takes the free contexts of a word, under a mask, until oc_context_withdraw(): this process offers
 * them to nobody else. So two agreements that have a process in common do not agree on the same
 * context. */
uint32_t oc_context_offer(int word, uint32_t mask);
void oc_context_withdraw(int word, uint32_t offered);

/* The error where no context is free at all members: there is none, or no memory for the words. */
int oc_context_none(void);

#endif
