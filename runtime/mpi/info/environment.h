/* Hints on how the job was started (MPI 4.1, section 11.5.1). */
#ifndef MPI_INFO_ENVIRONMENT_H
#define MPI_INFO_ENVIRONMENT_H

#include "mpi/info/info.h"

/* Returns MPI_INFO_ENV, with the keys "maxprocs", the number of processes of the job, and "host",
 * the name of this process' core. Returns null if there is no memory. */
struct oc_info *oc_info_environment(void);

#endif
