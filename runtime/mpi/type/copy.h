/* Copying between data with gaps and packed data. */
#ifndef MPI_TYPE_COPY_H
#define MPI_TYPE_COPY_H

#include "mpi/type/type.h"

/* Packs `count` elements at `buffer` into `packed`, which has room for count * size bytes. */
void oc_type_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed);

/* Unpacks the first `bytes` bytes of `count` elements. These bytes may end in the middle of an
 * element. */
void oc_type_unpack(const struct oc_type *type, void *buffer, size_t count, const void *packed,
                    size_t bytes);

#endif
