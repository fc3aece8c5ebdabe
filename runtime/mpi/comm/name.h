/* Names of communicators, and of windows, which are their communicators'. */
#ifndef MPI_COMM_NAME_H
#define MPI_COMM_NAME_H

#include "mpi/core/communicator.h"

/* What is too long is cut. Raises errors, and gives what the function returns. */
int oc_communicator_set_name(struct oc_communicator *comm, const char *name);

#endif
