/* What the experiments with priorities and channels share: tasks that begin in the same cycle, and
 * the time that each of them takes. */
#ifndef TASKS_H
#define TASKS_H

#include <onchip_mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../benchmarks/mpi/cycles.h"

#define TASKS 16
#define UNMARKED (-1)
#define GUARANTEED 8

/* The tag with a level from 0 to 7, with a channel, or unmarked. */
static inline int marked(int how, int tag) {
    if (how == UNMARKED)
        return tag;
    return how == GUARANTEED ? ONCHIP_TAG_GUARANTEED(tag) : ONCHIP_TAG_PRIORITY(how, tag);
}

/* Every task leaves it in the same cycle, which it gives. */
static inline uint32_t begin(void) {
    uint32_t now = cycles() + 3000;
    MPI_Bcast(&now, 1, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    while ((int32_t)(cycles() - now) < 0)
        ;
    return now;
}

/* Rank 0 prints what each task has taken, under its number in the paper. */
static inline void tell(uint32_t taken, int task) {
    uint32_t own[2] = {(uint32_t)task, taken}, all[2 * TASKS];
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Gather(own, 2, MPI_UINT32_T, all, 2, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < TASKS; i++)
        printf("task_%u %u\n", (unsigned)all[2 * i], (unsigned)all[2 * i + 1]);
}

#endif
