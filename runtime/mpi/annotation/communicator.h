/* Annotations of communicators, by hints. A tag's comes before them.
 *
 * Collectives of an annotated communicator go over messages: it has no counters and no cells. */
#ifndef MPI_ANNOTATION_COMMUNICATOR_H
#define MPI_ANNOTATION_COMMUNICATOR_H

#include <stdbool.h>

#include "mpi/core/communicator.h"
#include "mpi/info/annotation.h"

/* Whether a key is one for annotations. */
bool oc_annotation_is_key(const char *key);

/* Raises an error if the value of such a key is none. */
int oc_check_annotation(const struct oc_communicator *comm, const struct oc_info *hints);

/* Called by all ranks when a communicator's hints may have changed. False: there is no memory. */
bool oc_annotation_apply(struct oc_communicator *comm);

#endif
