/* Hints about communicators: what the standard lets a program assert (MPI 4.1, section 7.4.4), kept
 * for MPI_Comm_get_info, as this library has no use for it; and annotations
 * (annotation/communicator.h). */
#ifndef MPI_COMM_HINTS_H
#define MPI_COMM_HINTS_H

#include "mpi/core/communicator.h"
#include "mpi/info/info.h"

/* Checks a handle and gives its info (null: none); the hints that the library knows must have valid
 * values. */
int oc_check_hints(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **hints);

/* Adds the known hints; ignores others. False: there is no memory. */
bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints);

/* Checks that all ranks have annotated the communicator, or none has; otherwise raises an error at
 * all of them. All ranks must call it. */
int oc_hints_agree(const struct oc_communicator *comm);

#endif
