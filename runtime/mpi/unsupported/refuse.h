/* Functions that are not offered. */
#ifndef MPI_UNSUPPORTED_REFUSE_H
#define MPI_UNSUPPORTED_REFUSE_H

#include "mpi/core/communicator.h"

/* Raises MPI_ERR_UNSUPPORTED_OPERATION with a sentence, which has no placeholders
 * (error/raise.h). */
int oc_refuse(const struct oc_communicator *comm, const char *sentence);

#endif
