/* Converts between lengths in bytes of data and numbers of predefined elements in them. The last
 * element of a derived datatype may be incomplete (MPI 4.1, section 5.1.11). */
#ifndef MPI_TYPE_ELEMENTS_H
#define MPI_TYPE_ELEMENTS_H

#include "mpi/type/type.h"

/* Returns the number of predefined elements in `bytes` bytes of data of `type`, or MPI_UNDEFINED if
 * the last one is incomplete. */
MPI_Count oc_type_elements_in(const struct oc_type *type, MPI_Count bytes);

/* Returns the number of bytes in the first `elements` predefined elements of data of `type`. */
MPI_Count oc_type_bytes_of(const struct oc_type *type, MPI_Count elements);

#endif
