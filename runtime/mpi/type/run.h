/* Copying a run of blocks from and to packed data. */
#ifndef MPI_TYPE_RUN_H
#define MPI_TYPE_RUN_H

#include "mpi/type/walk.h"

/* Copy all bytes * count bytes of the run. */
void oc_run_pack(const struct oc_run *run, char *packed);
void oc_run_unpack(const struct oc_run *run, const char *packed);

#endif
