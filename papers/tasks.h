/* The common part of the experiments with priorities and channels: tasks that begin in the same
 * cycle, and the time of each task. */
#ifndef TASKS_H
#define TASKS_H

#ifdef PLAIN /* messages are not marked; linked with the library without annotations */
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
#define BEGIN 60000 /* cycles until the tasks begin, enough to notify all of them */
#define APART 16    /* cycles of a round trip over an empty network */

/* A tag with a level from 0 to 7, with a channel, or unmarked. */
static inline int marked(int how, int tag) {
    if (how == UNMARKED)
        return tag;
#ifdef PLAIN
    return MPI_Abort(MPI_COMM_WORLD, 1);
#else
    return how == GUARANTEED ? ONCHIP_TAG_GUARANTEED(tag) : ONCHIP_TAG_PRIORITY(how, tag);
#endif
}

/* A barrier after which all tasks begin within `apart` cycles. The seed determines when each task
 * begins, so that no result depends on which task is first by a cycle. Returns the time at which
 * the calling task begins. */
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

/* Rank 0 prints the time of each task, under the task's number in the paper. */
static inline void tell(const char *what, uint32_t taken, int task) {
    uint32_t own[2] = {(uint32_t)task, taken}, all[2 * TASKS];
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Gather(own, 2, MPI_UINT32_T, all, 2, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < TASKS; i++)
        printf("%s_%u %u\n", what, (unsigned)all[2 * i], (unsigned)all[2 * i + 1]);
}

#endif
