/* Checks of MPI_Pack_external and its relatives, which have no communicator. */
#ifndef MPI_TYPE_EXTERNAL_CHECK_H
#define MPI_TYPE_EXTERNAL_CHECK_H

#include "mpi/type/check.h"

/* The name of a representation; there is one, "external32". */
int oc_check_representation(const char *name);

/* `count` elements of `type` in external form; gives their bytes. */
int oc_check_external(const struct oc_type *type, MPI_Count count, MPI_Count *bytes);

/* The end of a conversion. */
int oc_check_exact(bool exact);

#endif
