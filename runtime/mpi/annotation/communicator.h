/* Annotations of communicators, which come from hints. An annotation in a tag has precedence.
 *
 * A guaranteed communicator has no counters for barriers and no cells (collective/cells.h), so its
 * collectives use only messages. A communicator with a priority level has the collectives of other
 * communicators. While one of them runs, all packets of the rank have the level. */
#ifndef MPI_ANNOTATION_COMMUNICATOR_H
#define MPI_ANNOTATION_COMMUNICATOR_H

#include <stdbool.h>

#include "mpi/core/communicator.h"
#include "mpi/info/annotation.h"

/* Whether a hint with this key requests an annotation. */
bool oc_annotation_is_key(const char *key);

/* Raises an error if a key for annotations has an invalid value. */
int oc_check_annotation(const struct oc_communicator *comm, const struct oc_info *hints);

/* The annotation that the communicator's hints request. */
int oc_annotation_hinted(const struct oc_communicator *comm);

/* Applies the annotation that a communicator's hints request. All ranks call this function when the
 * hints may have changed. Returns false if there is no memory. */
bool oc_annotation_apply(struct oc_communicator *comm);

#endif
