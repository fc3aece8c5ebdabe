/* Fetches an offered message into a noncontiguous buffer. The message is first copied as a whole
 * only if there is memory for the copy. */
#ifndef MPI_TYPE_FETCH_H
#define MPI_TYPE_FETCH_H

#include "mpi/type/type.h"

/* Fetches the first `bytes` bytes of a message into `count` elements at `buffer`, and waits until
 * they have arrived. `body` is what the transport passed to oc_arrive(). */
void oc_type_fetch(const struct oc_type *type, void *buffer, size_t count, const void *body,
                   size_t bytes);

#endif
