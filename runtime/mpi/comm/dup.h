/* Duplicates of communicators. */
#ifndef MPI_COMM_DUP_H
#define MPI_COMM_DUP_H

#include "mpi/comm/construct.h"
#include "mpi/info/info.h"

/* Implements MPI_Comm_dup. The duplicate gets the groups, the topology, the error handler, and the
 * attributes whose copy functions agree. Hints are not copied; the duplicate gets those in `hints`,
 * which is null if there are none (MPI 4.1, section 7.4.2). Raises errors, and returns the
 * function's result. */
int oc_dup(const struct oc_communicator *comm, const struct oc_info *hints, MPI_Comm *handle);

/* Copies the attributes; raises the error if a user's function returns one. */
int oc_copy_attributes(const struct oc_communicator *comm, struct oc_communicator *made);

/* Implements MPI_Comm_idup and MPI_Comm_idup_with_info; `call` is the function's name. For `hints`
 * see oc_dup(). */
int oc_idup(const char *call, const struct oc_communicator *comm, const struct oc_info *hints,
            MPI_Comm *handle, MPI_Request *request);

#endif
