/* The paper's numbers of cores on its 4 × 4 mesh are 4·column + row, whereas ranks are numbered row
 * by row. */
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
