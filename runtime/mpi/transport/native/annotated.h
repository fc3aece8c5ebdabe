/* Annotated messages: what the two sides of this transport do otherwise (annotation/mark.h).
 *
 * A small message is put into the receiver's inbox with a mark around the put, and so is the offer
 * of a large one. An annotated offer has the annotation behind it, and the receiver fetches the
 * data with a mark of its own, on the way from it to the sender's memory.
 */
#ifndef MPI_TRANSPORT_NATIVE_ANNOTATED_H
#define MPI_TRANSPORT_NATIVE_ANNOTATED_H

#include "mpi/annotation/mark.h"
#include "mpi/transport/native/native.h"

/* Completes a receive whose data have come; false: there is none. */
bool oc_annotated_complete(void);

#endif
