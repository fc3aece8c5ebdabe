/* What datatypes are called before the user has given them a name. */
#ifndef MPI_TYPE_NAME_H
#define MPI_TYPE_NAME_H

#include <mpi.h>

/* The name of a predefined datatype, as the standard has it; of others "". */
const char *oc_named_name(MPI_Datatype handle);

#endif
