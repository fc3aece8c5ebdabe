/* Checks of arguments that are infos; outside, as in error/check.h. `comm`: where errors are
 * raised, or null. */
#ifndef MPI_INFO_CHECK_H
#define MPI_INFO_CHECK_H

#include "mpi/error/check.h"
#include "mpi/error/raise.h"
#include "mpi/info/info.h"

/* Checks a handle and gives its info. */
int oc_check_info(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **info);

/* Checks a handle and gives its info, or null for MPI_INFO_NULL. */
int oc_check_info_or_null(const struct oc_communicator *comm, MPI_Info handle,
                          struct oc_info **info);

/* Checks the handle of an info that is to be changed, and gives the info: MPI_INFO_ENV may not be
 * changed. */
int oc_check_info_to_change(MPI_Info handle, struct oc_info **info);

/* A key: neither empty nor too long. */
int oc_check_info_key(const char *key);

/* Frees what there is of an info (null: nothing) and raises that there is no memory. */
int oc_no_memory_for_info(const struct oc_communicator *comm, struct oc_info *info);

#endif
