/* A job that sums over its ranks and then succeeds or fails, depending on the first argument. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 5

static int rank, ranks;
static int *volatile nothing;

__attribute__((noinline)) static void step_on_null(void) {
    *nothing = 1;
}

__attribute__((noinline)) static void write_elsewhere(const char *address) {
    *(volatile int *)(uintptr_t)strtoul(address, NULL, 16) = 1;
}

__attribute__((noinline)) static void wait_for_nobody(void) {
    int word;
    MPI_Recv(&word, 1, MPI_INT, 0, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "well";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long sum = 0;
    for (int round = 1; round <= ROUNDS; round++) {
        long own = (long)round * (rank + 1), all;
        MPI_Allreduce(&own, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        sum += all;
        if (round < 3 || rank != ranks - 1)
            continue;
        if (strcmp(how, "fault") == 0)
            step_on_null();
        if (strcmp(how, "abort") == 0)
            MPI_Abort(MPI_COMM_WORLD, 7);
        if (strcmp(how, "deadlock") == 0)
            wait_for_nobody();
        if (strcmp(how, "elsewhere") == 0)
            write_elsewhere(argv[2]);
    }
    if (rank == 0)
        printf("%d ranks, sum %ld\n", ranks, sum);
    MPI_Finalize();
    return strcmp(how, "exit") == 0 ? 3 : 0;
}
