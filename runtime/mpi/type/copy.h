/* Copies between noncontiguous data and packed data. */
#ifndef MPI_TYPE_COPY_H
#define MPI_TYPE_COPY_H

#include "mpi/type/type.h"

/* Packs `count` elements at `buffer` into `packed`, which has room for count * (size of the type)
 * bytes. */
void oc_type_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed);

/* Unpacks the first `bytes` bytes of the packed data of `count` elements. These bytes may end in
 * the middle of an element. */
void oc_type_unpack(const struct oc_type *type, void *buffer, size_t count, const void *packed,
                    size_t bytes);

#endif
