/* Predefined datatypes. */
#ifndef MPI_CORE_DATATYPE_H
#define MPI_CORE_DATATYPE_H

#include <mpi.h>

/* From one element to the next, in bytes; 0 if the handle is no datatype. */
size_t oc_datatype_extent(MPI_Datatype type);

#endif
