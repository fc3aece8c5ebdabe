/* The contexts in use. Each process has a bit map with a bit for each communicator that is
 * possible. */
#ifndef MPI_COMM_CONTEXTS_H
#define MPI_COMM_CONTEXTS_H

#include <stdint.h>

/* The largest number of communicators that a process can be in at a time, including the two static
 * ones. */
#define OC_COMMUNICATORS 16384

#define OC_CONTEXT_WORDS (OC_COMMUNICATORS / 32)

/* The number of words of the bit map that are static; the others are on the heap. */
#define OC_STATIC_WORDS 16

void oc_context_take(uint32_t context);
void oc_context_free(uint32_t context);

/* Reserves the free contexts of a word of the bit map, as far as they are in `mask`, until
 * oc_context_withdraw(). Returns their bits. Meanwhile, this process offers these contexts in no
 * other agreement. So two agreements with a common process never choose one context. */
uint32_t oc_context_offer(int word, uint32_t mask);
void oc_context_withdraw(int word, uint32_t offered);

/* Returns the error to raise if no context is free at all participants: MPI_ERR_NO_MEM if there was
 * no memory for the bit map, otherwise MPI_ERR_OTHER. */
int oc_context_none(void);

#endif
