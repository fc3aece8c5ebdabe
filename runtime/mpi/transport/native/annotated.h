/* Annotated messages: how both sides of this transport treat them.
 *
 * The command that puts a small message, or the offer of a large message, into the receiver's inbox
 * names the message's level. In the line, the annotation follows the offer. The receiver then names
 * the level in the commands by which it fetches the data and notifies the sender. A guaranteed
 * message instead has a mark (annotation/mark.h) around each transfer. */
#ifndef MPI_TRANSPORT_NATIVE_ANNOTATED_H
#define MPI_TRANSPORT_NATIVE_ANNOTATED_H

#include "mpi/annotation/mark.h"
#include "mpi/transport/native/native.h"

/* The level of an annotation that is not OC_GUARANTEED. */
static inline int oc_annotated_level(int annotation) {
    return annotation - 1;
}

#endif
