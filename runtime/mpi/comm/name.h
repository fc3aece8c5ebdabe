/* Names of communicators, and of windows: a window's name is that of its own communicator. */
#ifndef MPI_COMM_NAME_H
#define MPI_COMM_NAME_H

#include "mpi/core/communicator.h"

/* Sets a name; cuts it if it is too long. Raises errors, and returns the result of the MPI
 * function. */
int oc_communicator_set_name(struct oc_communicator *comm, const char *name);

#endif
