/* Duplicates of communicators. */
#ifndef MPI_COMM_DUP_H
#define MPI_COMM_DUP_H

#include "mpi/comm/construct.h"
#include "mpi/info/info.h"

/* Implements MPI_Comm_dup. The duplicate gets the groups, the topology, the error handler, and
 * those attributes that their copy functions copy. Hints are not copied; the duplicate gets those
 * in `hints`, which may be null (MPI 4.1, section 7.4.2). Raises errors, and returns the result of
 * the MPI function. */
int oc_dup(const struct oc_communicator *comm, const struct oc_info *hints, MPI_Comm *handle);

/* Copies the attributes. If a copy function of the user fails, raises its error. */
int oc_copy_attributes(const struct oc_communicator *comm, struct oc_communicator *made);

/* Implements MPI_Comm_idup and MPI_Comm_idup_with_info; `call` is the name of the MPI function.
 * `hints` are those of oc_dup(). */
int oc_idup(const char *call, const struct oc_communicator *comm, const struct oc_info *hints,
            MPI_Comm *handle, MPI_Request *request);

#endif
