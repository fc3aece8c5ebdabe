/* On the paper's 4 × 4 mesh, the number of a core is 4·column + row. Ranks, however, are numbered
 * row by row. */
#ifndef MESH_H
#define MESH_H

#include "../tasks.h"

#define SIDE 4

/* The tasks begin within this number of cycles, because the paper's MPI_Init takes this time to
 * give ranks to 16 cores, one after the other. */
#define INIT 10331

static inline int row_of(int rank) {
    return rank / SIDE;
}

static inline int task_of(int rank) {
    return SIDE * (rank % SIDE) + row_of(rank);
}

#endif
