/* Three ranks that access the memory of a window in no defined order. Each function makes one such
 * mistake. The test reads the comments, which name the two lines: "NAME: one" and "NAME: other". */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLANTED __attribute__((noinline)) static void
#define COUNT 400

static int rank, *memory, here[COUNT];
static volatile int sink;
static MPI_Win win;
static MPI_Group next, last; /* rank + 1 alone, and rank - 1 alone */

PLANTED load_beside_a_put(void) {
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(here, 1, MPI_INT, 0, 3, 1, MPI_INT, win); /* load_beside_a_put: one */
    if (rank == 0)
        sink = memory[3]; /* load_beside_a_put: other */
    MPI_Win_fence(0, win);
}

PLANTED long_put(void) {
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(here, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, win); /* long_put: one */
    if (rank == 0)
        memory[250] = 1; /* long_put: other */
    MPI_Win_fence(0, win);
}

PLANTED store_beside_a_get(void) {
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Get(here, COUNT, MPI_INT, 0, 0, COUNT, MPI_INT, win); /* store_beside_a_get: one */
    if (rank == 0)
        memory[7] = 1; /* store_beside_a_get: other */
    MPI_Win_fence(0, win);
}

PLANTED beside_a_sum(void) {
    MPI_Win_fence(0, win);
    if (rank == 2)
        MPI_Accumulate(here, 1, MPI_INT, 0, 5, 1, MPI_INT, MPI_SUM, win); /* beside_a_sum: one */
    if (rank == 0)
        memory[5] = 2; /* beside_a_sum: other */
    MPI_Win_fence(0, win);
}

PLANTED shared_locks(void) {
    if (rank != 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        if (rank == 1)
            MPI_Put(here, 4, MPI_INT, 0, 0, 4, MPI_INT, win); /* shared_locks: one */
        else
            MPI_Put(here, 2, MPI_INT, 0, 2, 2, MPI_INT, win); /* shared_locks: other */
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

PLANTED load_without_a_lock(void) {
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(here, 1, MPI_INT, 0, 9, 1, MPI_INT, win); /* load_without_a_lock: one */
        MPI_Win_unlock(0, win);
    }
    if (rank == 0)
        sink = memory[9]; /* load_without_a_lock: other */
    MPI_Barrier(MPI_COMM_WORLD);
}

PLANTED load_before_the_wait(void) {
    if (rank == 0) {
        MPI_Win_post(next, 0, win);
        sink = memory[11]; /* load_before_the_wait: other */
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(last, 0, win);
        MPI_Put(here, 1, MPI_INT, 0, 11, 1, MPI_INT, win); /* load_before_the_wait: one */
        MPI_Win_complete(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* These functions make no mistake. */

PLANTED right_fences(void) {
    for (int i = 0; i < COUNT; i++)
        memory[i] = rank;
    MPI_Win_fence(0, win);
    MPI_Put(here, 100, MPI_INT, (rank + 1) % 3, 100 * rank, 100, MPI_INT, win);
    MPI_Accumulate(here, 20, MPI_INT, 0, 350, 20, MPI_INT, MPI_SUM, win);
    sink = memory[300];
    MPI_Win_fence(0, win);
    sink = memory[120] + memory[350];
    MPI_Get(here, 2, MPI_INT, 0, 6, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    memory[6] = here[0];
    MPI_Barrier(MPI_COMM_WORLD);
}

PLANTED right_locks(void) {
    int one = 1, before;
    for (int i = 0; i < 3; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, i, 0, win);
        MPI_Get(here, 2, MPI_INT, i, 30, 2, MPI_INT, win);
        MPI_Win_flush(i, win);
        here[1]++;
        MPI_Put(here, 2, MPI_INT, i, 30, 2, MPI_INT, win);
        MPI_Win_unlock(i, win);
    }
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    memory[30]++;
    MPI_Win_unlock(rank, win);
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 40, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    sink = memory[40];
    MPI_Barrier(MPI_COMM_WORLD);
}

PLANTED right_exposure(void) {
    memory[50] = rank;
    MPI_Win_post(last, 0, win);
    MPI_Win_start(next, 0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % 3, 50, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    sink = memory[50];
    MPI_Barrier(MPI_COMM_WORLD);
}

#define RUN(name)                                                                                  \
    if (!wanted || strcmp(wanted, #name) == 0)                                                     \
        name();

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : NULL;
    MPI_Group all;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (int[]){(rank + 1) % 3}, &next);
    MPI_Group_incl(all, 1, (int[]){(rank + 2) % 3}, &last);
    MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    memset(memory, 0, COUNT * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    RUN(load_beside_a_put)
    RUN(long_put)
    RUN(store_beside_a_get)
    RUN(beside_a_sum)
    RUN(right_fences)
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    RUN(shared_locks)
    RUN(load_without_a_lock)
    RUN(load_before_the_wait)
    RUN(right_locks)
    RUN(right_exposure)
    MPI_Win_free(&win);
    MPI_Group_free(&next);
    MPI_Group_free(&last);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
