/* Annotated messages: what both sides of this transport do differently for them.
 *
 * The command that puts a small message, or the offer of a large one, into the receiver's inbox
 * names the message's level. The annotation follows the offer, and so do the commands with which
 * the receiver fetches the data and tells the sender so. A guaranteed message has a mark
 * (annotation/mark.h) around each transfer instead. */
#ifndef MPI_TRANSPORT_NATIVE_ANNOTATED_H
#define MPI_TRANSPORT_NATIVE_ANNOTATED_H

#include "mpi/annotation/mark.h"
#include "mpi/transport/native/native.h"

/* The level of an annotation that is not OC_GUARANTEED. */
static inline int oc_annotated_level(int annotation) {
    return annotation - 1;
}

/* Whether fetch.c fetches anything. */
bool oc_native_is_fetching(void);

/* Receives of annotated messages whose data have not been fetched, in the order of their
 * urgency. */
extern struct oc_request *oc_annotated_receives;

/* Completes a receive whose data have arrived; returns false if there is none. */
bool oc_annotated_complete(void);

#endif
