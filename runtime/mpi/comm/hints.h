/* Hints of communicators: the assertions of the standard (MPI 4.1, section 7.4.4), which are only
 * kept for MPI_Comm_get_info because this library does not use them, and annotations
 * (annotation/communicator.h). */
#ifndef MPI_COMM_HINTS_H
#define MPI_COMM_HINTS_H

#include "mpi/core/communicator.h"
#include "mpi/info/info.h"

/* Checks a handle and finds its info (null: none). Hints that the library knows must have valid
 * values. */
int oc_check_hints(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **hints);

/* Adds known hints and ignores others. Returns false if there is no memory. Their annotation holds
 * from oc_annotation_apply() on. */
bool oc_hints_add(struct oc_communicator *comm, const struct oc_info *hints);

/* Adds hints to a new communicator, and applies their annotation. */
bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints);

/* Checks that hints guarantee the communicator at all ranks or at none, because its collectives
 * differ, and otherwise raises an error at all of them. All ranks must call it. */
int oc_hints_agree(const struct oc_communicator *comm);

#endif
