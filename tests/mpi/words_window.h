/* A window of words in every rank, all of them 0. */
#ifndef WORDS_WINDOW_H
#define WORDS_WINDOW_H

#include "check.h"

static MPI_Win win;
static volatile int32_t *memory;

static inline void open_window(int words) {
    void *base;
    MPI_Win_allocate(words * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    memory = base;
    for (int i = 0; i < words; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
}

static inline void close_window(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

#endif
