/* Measures the cycles of collectives by size on the slowest rank, each call after a barrier. Prints
 * "CALL_BYTES_N CYCLES" for each. Arguments name the calls to measure; without arguments, the
 * program measures all. */
#include <stdlib.h>
#include <string.h>

#include "cycles.h"

#define MOST 65536

static char *mine, *result;
static int rank, size;

static void bcast(int bytes) {
    MPI_Bcast(mine, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void reduce(int bytes) {
    MPI_Reduce(mine, result, bytes / 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce(int bytes) {
    MPI_Allreduce(mine, result, bytes / 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void allgather(int bytes) {
    MPI_Allgather(mine, bytes, MPI_BYTE, result, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void alltoall(int bytes) {
    MPI_Alltoall(mine, bytes, MPI_BYTE, result, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

/* Defines a function that starts a nonblocking collective and waits for it. */
#define NONBLOCKING(NAME, START)                                                                   \
    static void NAME(int bytes) {                                                                  \
        MPI_Request request;                                                                       \
        START;                                                                                     \
        MPI_Wait(&request, MPI_STATUS_IGNORE);                                                     \
    }
NONBLOCKING(ibcast, MPI_Ibcast(mine, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &request))
NONBLOCKING(ireduce,
            MPI_Ireduce(mine, result, bytes / 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &request))
NONBLOCKING(iallreduce,
            MPI_Iallreduce(mine, result, bytes / 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request))
NONBLOCKING(iallgather, MPI_Iallgather(mine, bytes, MPI_BYTE, result, bytes, MPI_BYTE,
                                       MPI_COMM_WORLD, &request))
NONBLOCKING(ialltoall,
            MPI_Ialltoall(mine, bytes, MPI_BYTE, result, bytes, MPI_BYTE, MPI_COMM_WORLD, &request))

static void measure(const char *name, void (*call)(int bytes), int bytes) {
    uint32_t spent = 0, most;
    for (int i = 0; i < WARM_UP; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        uint32_t start = cycles();
        call(bytes);
        spent = cycles() - start;
    }
    MPI_Reduce(&spent, &most, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s_%d_%d %u\n", name, bytes, size, (unsigned)most);
}

static const struct {
    const char *name;
    void (*call)(int bytes);
    int bytes[8];
} calls[] = {
    {"bcast", bcast, {8, 64, 256, 1024, 4096, 16384, 65536}},
    {"reduce", reduce, {8, 256, 4096}},
    {"allreduce", allreduce, {4, 8, 64, 256, 1024, 4096, 16384}},
    {"allgather", allgather, {8, 64, 256, 1024, 4096}},
    {"alltoall", alltoall, {4, 16, 64, 256, 1024, 4096}},
    {"ibcast", ibcast, {8, 64, 256, 1024, 4096}},
    {"ireduce", ireduce, {8, 256, 4096}},
    {"iallreduce", iallreduce, {4, 8, 64, 256, 1024, 4096}},
    {"iallgather", iallgather, {8, 64, 256, 1024, 4096}},
    {"ialltoall", ialltoall, {4, 16, 64, 256, 1024, 4096}},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size_t all = 4096 * (size_t)size;
    mine = calloc(1, all < MOST ? MOST : all);
    result = calloc(1, all < MOST ? MOST : all);
    if (!mine || !result)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (argc < 2 || strcmp(argv[1], calls[i].name) == 0)
            for (const int *bytes = calls[i].bytes; *bytes; bytes++)
                measure(calls[i].name, calls[i].call, *bytes);
    MPI_Finalize();
    return 0;
}
