/* The representation "external32": big-endian, with sizes that are equal on all machines (MPI 4.1,
 * section 14.5.2). */
#ifndef MPI_TYPE_EXTERNAL_H
#define MPI_TYPE_EXTERNAL_H

#include "mpi/type/type.h"

/* Computes the external size in bytes of an element of `type`, derived or not; returns false if 64
 * bits are not enough. */
bool oc_external_size(const struct oc_type *type, MPI_Count *size);

/* Convert `count` elements; return false if a value cannot be represented and has been cut. */
bool oc_external_pack(const struct oc_type *type, const void *buffer, size_t count, void *packed);
bool oc_external_unpack(const struct oc_type *type, void *buffer, size_t count, const void *packed);

#endif
