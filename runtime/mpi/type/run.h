/* Copying a run of blocks from and to packed data. */
#ifndef MPI_TYPE_RUN_H
#define MPI_TYPE_RUN_H

#include "mpi/type/walk.h"

/* All bytes * count bytes of it. */
void oc_run_pack(const struct oc_run *run, char *packed);
void oc_run_unpack(const struct oc_run *run, const char *packed);

#endif
