/* Hints about communicators: what the standard lets a program assert (MPI 4.1, section 7.4.4). They
 * are kept for MPI_Comm_get_info; this library has no use for them. */
#ifndef MPI_COMM_HINTS_H
#define MPI_COMM_HINTS_H

#include "mpi/core/communicator.h"
#include "mpi/info/info.h"

/* Adds those that the standard knows; others are ignored. False: there is no memory. */
bool oc_hints_set(struct oc_communicator *comm, const struct oc_info *hints);

#endif
