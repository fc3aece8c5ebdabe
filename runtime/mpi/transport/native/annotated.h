/* Annotated messages: how both sides of this transport treat them.
 *
 * A sender puts a small message, or the offer of a large one, into the receiver's inbox by a DMA
 * command. This command names the priority level of the message. An annotated offer also contains
 * the annotation, so that the receiver can name the level in the commands that fetch the data and
 * notify the sender. A guaranteed message instead has a mark (annotation/mark.h) around each
 * transfer. */
#ifndef MPI_TRANSPORT_NATIVE_ANNOTATED_H
#define MPI_TRANSPORT_NATIVE_ANNOTATED_H

#include "mpi/annotation/mark.h"
#include "mpi/transport/native/native.h"

/* The priority level of an annotation. The annotation must not be OC_GUARANTEED. */
static inline int oc_annotated_level(int annotation) {
    return annotation - 1;
}

#endif
