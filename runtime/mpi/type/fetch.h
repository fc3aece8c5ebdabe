/* Fetches an offered message into data with gaps. A copy of the whole message is made only if there
 * is memory for it. */
#ifndef MPI_TYPE_FETCH_H
#define MPI_TYPE_FETCH_H

#include "mpi/type/type.h"

/* Fetches the first `bytes` bytes of a message into `count` elements; `body` is what the transport
 * reported. Returns when the bytes have arrived. */
void oc_type_fetch(const struct oc_type *type, void *buffer, size_t count, const void *body,
                   size_t bytes);

#endif
