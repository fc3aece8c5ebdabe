/* Duplicates of communicators. */
#ifndef MPI_COMM_DUP_H
#define MPI_COMM_DUP_H

#include "mpi/comm/construct.h"
#include "mpi/info/info.h"

/* The whole of MPI_Comm_dup: groups, topology, error handler, and the attributes whose functions
 * say so; not the hints, but those in `hints` (null: none) (MPI 4.1, section 7.4.2). Raises errors,
 * and gives what the function returns. */
int oc_dup(const struct oc_communicator *comm, const struct oc_info *hints, MPI_Comm *handle);

/* Copies the attributes; raises what a function of the user's returns. */
int oc_copy_attributes(const struct oc_communicator *comm, struct oc_communicator *made);

/* The whole of MPI_Comm_idup, whose name is `call`; `hints` as above. */
int oc_idup(const char *call, const struct oc_communicator *comm, const struct oc_info *hints,
            MPI_Comm *handle, MPI_Request *request);

#endif
