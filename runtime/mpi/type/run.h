/* Copies equally spaced blocks to and from packed data. */
#ifndef MPI_TYPE_RUN_H
#define MPI_TYPE_RUN_H

#include "mpi/type/walk.h"

/* Copy all blocks of a run: `count` blocks of `bytes` bytes each. */
void oc_run_pack(const struct oc_run *run, char *packed);
void oc_run_unpack(const struct oc_run *run, const char *packed);

#endif
