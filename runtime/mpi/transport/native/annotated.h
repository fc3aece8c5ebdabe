/* Annotated messages: what both sides of this transport do differently for them
 * (annotation/mark.h).
 *
 * A small message, or the offer of a large one, is put into the receiver's inbox with a mark around
 * the put. The annotation follows the offer, and the receiver fetches the data with a mark of its
 * own, on the way from the sender's memory. */
#ifndef MPI_TRANSPORT_NATIVE_ANNOTATED_H
#define MPI_TRANSPORT_NATIVE_ANNOTATED_H

#include "mpi/annotation/mark.h"
#include "mpi/transport/native/native.h"

/* Completes a receive whose data have arrived; returns false if there is none. */
bool oc_annotated_complete(void);

#endif
