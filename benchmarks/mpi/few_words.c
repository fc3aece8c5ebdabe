/* Cycles of an operation on one word, each call right after the one before: the slowest rank's
 * average. Prints "bcast_1word_N", "reduce_1word_N", "allreduce_1word_N". */
#include "cycles.h"

#define CALLS 32

static int mine = 1, result;

static void bcast(void) {
    MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void reduce(void) {
    MPI_Reduce(&mine, &result, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce(void) {
    MPI_Allreduce(&mine, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void measure(const char *name, void (*call)(void)) {
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < WARM_UP; i++)
        call();
    MPI_Barrier(MPI_COMM_WORLD);
    uint32_t start = cycles();
    for (int i = 0; i < CALLS; i++)
        call();
    uint32_t spent = cycles() - start, most;
    MPI_Reduce(&spent, &most, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s_1word_%d %u\n", name, size, (unsigned)(most / CALLS));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    measure("bcast", bcast);
    measure("reduce", reduce);
    measure("allreduce", allreduce);
    MPI_Finalize();
    return 0;
}
