/* The paper's numbers of cores on its 4 × 4 mesh are 4·column + row, whereas ranks are numbered row
 * by row. */
#ifndef MESH_H
#define MESH_H

#include "../tasks.h"

#define SIDE 4

/* Cycles within which the tasks begin: the paper's MPI_Init gives ranks to 16 cores within so many,
 * one core after the other. */
#define INIT 10331

static inline int row_of(int rank) {
    return rank / SIDE;
}

static inline int task_of(int rank) {
    return SIDE * (rank % SIDE) + row_of(rank);
}

#endif
