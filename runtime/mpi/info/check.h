/* Checks of info arguments. Each check returns a value or raises an error, as the checks in
 * error/check.h do. The error is raised on `comm`, if it is not null. */
#ifndef MPI_INFO_CHECK_H
#define MPI_INFO_CHECK_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/info/info.h"

/* Checks the handle of an info and finds the info. */
int oc_check_info(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **info);

/* Checks the handle of an info and finds the info, which is null for MPI_INFO_NULL. */
int oc_check_info_or_null(const struct oc_communicator *comm, MPI_Info handle,
                          struct oc_info **info);

/* Checks the handle of an info that the caller will change, and finds the info. MPI_INFO_ENV must
 * not be changed. */
int oc_check_info_to_change(MPI_Info handle, struct oc_info **info);

/* Checks that a key is neither empty nor too long. */
int oc_check_info_key(const char *key);

/* Frees an incomplete info, which may be null, and raises an error because there is no memory. */
int oc_no_memory_for_info(const struct oc_communicator *comm, struct oc_info *info);

#endif
