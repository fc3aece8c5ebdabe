/* Annotations of messages (onchip_mpi.h): a number in the four bits of a tag above those of
 * OC_TAG_UB, or of a communicator.
 *
 * Programs without annotations link nothing of this (link/variants.ld). */
#ifndef MPI_ANNOTATION_ANNOTATION_H
#define MPI_ANNOTATION_ANNOTATION_H

#include "mpi/error/check.h"

enum {
    OC_UNANNOTATED = 0,
    /* 1 to 8: level + 1 */
    OC_GUARANTEED = 9,
    OC_WRONG_TAG = 14,  /* of a tag that is none */
    OC_WRONG_LEVEL = 15 /* the bits of the tag are the level */
};

#define OC_ANNOTATION_SHIFT 26
_Static_assert(OC_TAG_UB >> OC_ANNOTATION_SHIFT == 0, "tags have the bits of annotations");

/* The annotation in the bits of a tag; more than 15 for a negative tag, and for one that is too
 * large. */
static inline unsigned oc_annotation_of_tag(int tag) {
    return (unsigned)tag >> OC_ANNOTATION_SHIFT;
}

/* What a send is annotated with, by its tag or else by its communicator; its tag is then without.
 * A transport calls it first of all. */
int oc_annotation_take(struct oc_request *send);

/* Defined by the transport among what it does otherwise when there are annotations, so that it is
 * linked. */
extern const char oc_transport_annotations;

#endif
