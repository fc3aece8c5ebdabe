/* Checks for MPI_Pack_external and related functions, which have no communicator. */
#ifndef MPI_TYPE_EXTERNAL_CHECK_H
#define MPI_TYPE_EXTERNAL_CHECK_H

#include "mpi/type/check.h"

/* Checks the name of a data representation; only "external32" is valid. */
int oc_check_representation(const char *name);

/* Checks `count` elements of `type`, and computes their length in bytes in external form. */
int oc_check_external(const struct oc_type *type, MPI_Count count, MPI_Count *bytes);

/* Ends a conversion: raises an error if values have been truncated. */
int oc_check_exact(bool exact);

#endif
