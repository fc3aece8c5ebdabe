/* What the experiments with priorities and channels share: tasks that begin in the same cycle, and
 * the time that each of them takes. */
#ifndef TASKS_H
#define TASKS_H

#ifdef PLAIN /* no message is marked: linked with the library without annotations */
#include <mpi.h>
#else
#include <onchip_mpi.h>
#endif
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"

#define UNMARKED (-1)
#define GUARANTEED 8
#define BEGIN 60000 /* cycles until they begin: all have heard of it by then */
#define APART 16    /* a round trip over an empty network */

/* The tag with a level from 0 to 7, with a channel, or unmarked. */
static inline int marked(int how, int tag) {
    if (how == UNMARKED)
        return tag;
#ifdef PLAIN
    return MPI_Abort(MPI_COMM_WORLD, 1);
#else
    return how == GUARANTEED ? ONCHIP_TAG_GUARANTEED(tag) : ONCHIP_TAG_PRIORITY(how, tag);
#endif
}

/* Every task leaves it at the same time, but for fewer cycles than `apart`, which the seed draws,
 * so that no result hangs on which comes first by a cycle. Gives when that was. */
static inline uint32_t begin(int seed, int apart) {
    uint32_t now = cycles() + BEGIN;
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&now, 1, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    if ((int32_t)(cycles() - now) > 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    uint32_t state = seeded(seed, rank);
    now += draw(&state) % (uint32_t)apart;
    wait_for(now);
    return now;
}

/* Rank 0 prints what each task has taken, under its number in the paper. */
static inline void tell(const char *what, uint32_t taken, int task) {
    uint32_t own[2] = {(uint32_t)task, taken}, all[2 * TASKS];
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Gather(own, 2, MPI_UINT32_T, all, 2, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < TASKS; i++)
        printf("%s_%u %u\n", what, (unsigned)all[2 * i], (unsigned)all[2 * i + 1]);
}

#endif
