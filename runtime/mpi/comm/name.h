/* Names of communicators. A window has the name of its communicator. */
#ifndef MPI_COMM_NAME_H
#define MPI_COMM_NAME_H

#include "mpi/core/communicator.h"

/* Sets a name; truncates it if it is too long. Raises errors, and returns the result of the MPI
 * function. */
int oc_communicator_set_name(struct oc_communicator *comm, const char *name);

#endif
