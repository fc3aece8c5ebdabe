/* The names of datatypes to which the user has given none. */
#ifndef MPI_TYPE_NAME_H
#define MPI_TYPE_NAME_H

#include <mpi.h>

/* The name of a predefined datatype in the standard; "" for other datatypes. */
const char *oc_named_name(MPI_Datatype handle);

#endif
