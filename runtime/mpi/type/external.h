/* The data representation "external32": big-endian, with sizes that are equal on all machines (MPI
 * 4.1, section 14.5.2). */
#ifndef MPI_TYPE_EXTERNAL_H
#define MPI_TYPE_EXTERNAL_H

#include "mpi/type/type.h"

/* Computes the size in bytes of an element of `type` in external form. Returns false if 64 bits are
 * not enough. */
bool oc_external_size(const struct oc_type *type, MPI_Count *size);

/* Convert `count` elements to external form and back. Return false if a value has been truncated
 * because it cannot be represented. */
bool oc_external_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed);
bool oc_external_unpack(const struct oc_type *type, void *buffer, size_t count, const void *packed);

#endif
