/* The annotation that the program has requested for a send. */
#ifndef MPI_ANNOTATION_TAKE_H
#define MPI_ANNOTATION_TAKE_H

#include "mpi/annotation/annotation.h"
#include "mpi/info/annotation.h"

/* Removes the annotation from a send's tag and returns it; if the tag has none, returns that of the
 * communicator. */
static inline int oc_annotation_of_send(struct oc_request *send) {
    unsigned annotation = oc_annotation_of_tag(send->tag);
    send->tag &= OC_TAG_UB;
    return annotation ? (int)annotation : oc_annotation_of(send->comm);
}

#endif
