/* Annotations of messages (onchip_mpi.h). An annotation is a number that asks the network for a
 * priority or for a guaranteed channel. It belongs to a communicator, or to a single message. The
 * annotation of a message is in four bits of its tag, above those of OC_TAG_UB.
 *
 * Programs without annotations link none of this code (link/variants.ld). */
#ifndef MPI_ANNOTATION_ANNOTATION_H
#define MPI_ANNOTATION_ANNOTATION_H

#include "mpi/error/check.h"

enum {
    OC_UNANNOTATED = 0,
    /* 1 to 8: priority level + 1 */
    OC_GUARANTEED = 9,
    OC_WRONG_TAG = 14,  /* the tag was invalid */
    OC_WRONG_LEVEL = 15 /* the priority level was invalid; other bits of the tag contain it */
};

#define OC_ANNOTATION_SHIFT 26
_Static_assert(OC_TAG_UB >> OC_ANNOTATION_SHIFT == 0, "tags have the bits of annotations");

/* The annotation in a tag. The result exceeds 15 if the tag is negative or too large. */
static inline unsigned oc_annotation_of_tag(int tag) {
    return (unsigned)tag >> OC_ANNOTATION_SHIFT;
}

/* Removes the annotation from a send's tag and returns it. If the tag has no annotation, returns
 * that of the communicator. A transport calls this function before it does anything else with the
 * send, unless `oc_annotates` is 0. */
int oc_annotation_take(struct oc_request *send);
OC_VARIANTS(oc_annotation_take, oc_annotation_take_asked, oc_annotation_take_by_table);

/* Where sends of this process whose tags have no annotation may get one from: from a communicator
 * or from a table (table.c). While `oc_annotates` is 0, oc_annotation_take() need not be called for
 * them. The first communicator with an annotation sets OC_BY_COMMUNICATOR, which then stays set. */
enum { OC_BY_COMMUNICATOR = 1, OC_BY_TABLE = 2 };
extern unsigned oc_annotates;

/* All receivers to which the table annotates messages of this process are among the `receivers`
 * ranks of MPI_COMM_WORLD that begin with `first`; 0 if there are none. */
extern struct oc_annotated { unsigned first, receivers; } oc_annotated_by_table;

/* Whether the table may annotate messages of this process to a rank of MPI_COMM_WORLD. */
static inline bool oc_may_be_in_table(int world) {
    struct oc_annotated table = oc_annotated_by_table;
    return __builtin_expect((unsigned)world - table.first < table.receivers, false);
}

/* A transport defines this symbol in the object file with its functions for annotated messages. A
 * reference to the symbol links these functions. */
extern const char oc_transport_annotations;

/* A transport defines this symbol in the object file with its functions for the collectives of
 * annotated communicators. A reference to the symbol links these functions. */
extern const char oc_collective_annotations;

#endif
