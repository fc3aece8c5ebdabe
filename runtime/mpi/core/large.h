/* Converts the counts of functions for large counts (MPI_X_c). */
#ifndef MPI_CORE_LARGE_H
#define MPI_CORE_LARGE_H

#include <mpi.h>

/* Returns `count` if this many elements of the datatype fit into memory. Otherwise, or if `count`
 * is negative, returns a negative number. */
ptrdiff_t oc_large_fit(MPI_Count count, MPI_Datatype type);

#endif
