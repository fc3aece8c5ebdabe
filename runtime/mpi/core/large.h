/* Counts of the large-count functions. */
#ifndef MPI_CORE_LARGE_H
#define MPI_CORE_LARGE_H

#include <mpi.h>

/* `count` if so many elements of the datatype are not more than memory can hold; else, and if it is
 * negative, a negative number. */
ptrdiff_t oc_large_fit(MPI_Count count, MPI_Datatype type);

#endif
