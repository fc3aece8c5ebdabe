/* How many predefined elements there are in so many bytes of data, and the other way round. Partial
 * elements of a derived datatype are possible on both sides (MPI 4.1, section 5.1.11). */
#ifndef MPI_TYPE_ELEMENTS_H
#define MPI_TYPE_ELEMENTS_H

#include "mpi/type/type.h"

/* Number of predefined elements in `bytes` bytes of data of `type`; MPI_UNDEFINED if the last one
 * is not complete. */
MPI_Count oc_type_elements_in(const struct oc_type *type, MPI_Count bytes);

/* Bytes of the first `elements` predefined elements; `type` has some. */
MPI_Count oc_type_bytes_of(const struct oc_type *type, MPI_Count elements);

#endif
