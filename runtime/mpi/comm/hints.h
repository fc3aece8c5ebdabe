/* Hints about communicators: what the standard lets a program assert (MPI 4.1, section 7.4.4), kept
 * for MPI_Comm_get_info, as this library has no use for it; and annotations
 * (annotation/communicator.h). */
#ifndef MPI_COMM_HINTS_H
#define MPI_COMM_HINTS_H

#include "mpi/core/communicator.h"
#include "mpi/info/info.h"

/* Those that the user gives (null: none), whose values are right where they are known. */
int oc_check_hints(const struct oc_communicator *comm, MPI_Info handle, struct oc_info **hints);

/* Adds those that are known; others are ignored. False: there is no memory. */
bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints);

/* Whether all ranks have annotated it, or none has; else an error is raised at all of them. All
 * call it alike. */
int oc_hints_agree(const struct oc_communicator *comm);

#endif
