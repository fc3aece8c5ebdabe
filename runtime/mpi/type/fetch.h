/* Fetches an offered message into data with gaps without a copy as long as the message. */
#ifndef MPI_TYPE_FETCH_H
#define MPI_TYPE_FETCH_H

#include "mpi/type/type.h"

/* Fetches the first `bytes` bytes of the message that was reported with `body` into `count`
 * elements; returns when they have arrived. */
void oc_type_fetch(const struct oc_type *type, void *buffer, size_t count, const void *body,
                   size_t bytes);

#endif
