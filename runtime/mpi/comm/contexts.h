/* The contexts in use. Each process keeps a bit for each possible communicator. */
#ifndef MPI_COMM_CONTEXTS_H
#define MPI_COMM_CONTEXTS_H

#include <stdint.h>

/* The largest number of communicators that a process can be in at a time, including the two static
 * ones. */
#define OC_COMMUNICATORS 16384

#define OC_CONTEXT_WORDS (OC_COMMUNICATORS / 32)

/* The number of words that are static; the others are on the heap. */
#define OC_STATIC_WORDS 16

void oc_context_take(uint32_t context);
void oc_context_free(uint32_t context);

/* Reserves those free contexts of a word that are in `mask`, until oc_context_withdraw(). Meanwhile
 * this process offers these contexts to no other agreement, so two agreements with a common process
 * never choose the same context. */
uint32_t oc_context_offer(int word, uint32_t mask);
void oc_context_withdraw(int word, uint32_t offered);

/* Returns the error to raise if no context is free at all members. Either there is no such context,
 * or there was no memory for the words. */
int oc_context_none(void);

#endif
