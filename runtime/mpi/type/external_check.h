/* Checks of MPI_Pack_external and its relatives, which have no communicator. */
#ifndef MPI_TYPE_EXTERNAL_CHECK_H
#define MPI_TYPE_EXTERNAL_CHECK_H

#include "mpi/type/check.h"

/* Checks the name of a representation; the only one is "external32". */
int oc_check_representation(const char *name);

/* Checks `count` elements of `type` in external form; computes their bytes. */
int oc_check_external(const struct oc_type *type, MPI_Count count, MPI_Count *bytes);

/* Ends a conversion: raises an error if it was not exact. */
int oc_check_exact(bool exact);

#endif
