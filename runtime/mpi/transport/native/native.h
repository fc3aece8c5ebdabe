/* What the files of this transport share. */
#ifndef MPI_TRANSPORT_NATIVE_NATIVE_H
#define MPI_TRANSPORT_NATIVE_NATIVE_H

#include "mpi/core/request.h"
#include "mpi/transport/native/inbox.h"
#include "mpi/transport/transport.h"

extern struct oc_shared_block *oc_native_block; /* this process' own */

/* Puts `words` words, at most a line, at the end of the line at `slot`. */
void oc_native_put(hal_address slot, const uint32_t *line, uint32_t words);

/* A word of this process' shared block that is not 0 until the receiver has fetched what is
 * offered with it, or null if all are taken. */
volatile uint32_t *oc_native_reserve(void);

/* The same, waiting for one if all are taken. */
volatile uint32_t *oc_native_reserve_waiting(const struct oc_request *send);

/* Makes an offer of a message. Where the data must be copied, because others cannot reach them or
 * because the sender is its own receiver, the send completes at once. False: no memory for that. */
bool oc_native_offer(struct oc_offer *offer, struct oc_request *send, bool to_self,
                     volatile uint32_t *reserved);

/* Starts fetching an offered message into a receive's buffer; oc_native_fetched() ends it. */
void oc_native_fetch(struct oc_request *receive, const struct oc_offer *offer, size_t bytes);

/* Receives whose data are under way. */
extern struct oc_request *oc_native_fetching;

/* Completes those whose data have come. */
void oc_native_fetched(void);

#endif
