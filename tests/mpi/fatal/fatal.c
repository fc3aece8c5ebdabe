/* Calls that end the job; the argument selects one. Rank 1 makes the call, and the others wait for
 * it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int value, result, rank, size;

static void go_wrong(const char *what, int code) {
    MPI_Comm world = MPI_COMM_WORLD;
    if (!strcmp(what, "rank"))
        MPI_Send(&value, 1, MPI_INT, 99, 0, world);
    if (!strcmp(what, "count"))
        MPI_Send(&value, -3, MPI_INT, 0, 0, world);
    if (!strcmp(what, "type"))
        MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, world);
    if (!strcmp(what, "tag"))
        MPI_Send(&value, 1, MPI_INT, 0, -9, world);
    if (!strcmp(what, "buffer"))
        MPI_Send(NULL, 4, MPI_INT, 0, 0, world);
    if (!strcmp(what, "comm"))
        MPI_Barrier(MPI_COMM_NULL);
    if (!strcmp(what, "root"))
        MPI_Bcast(&value, 1, MPI_INT, -1, world);
    if (!strcmp(what, "op"))
        MPI_Allreduce(&value, &result, 1, MPI_FLOAT, MPI_BXOR, world);
    if (!strcmp(what, "accumulate")) {
        MPI_Win win;
        MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
        MPI_Win_fence(0, win);
        MPI_Accumulate("a", 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, MPI_SUM, win);
    }
    if (!strcmp(what, "truncate"))
        MPI_Sendrecv("longer", 7, MPI_CHAR, 1, 0, &value, 2, MPI_CHAR, 1, 0, world,
                     MPI_STATUS_IGNORE);
    if (!strcmp(what, "abort"))
        MPI_Abort(world, code);
    if (!strcmp(what, "init"))
        MPI_Init(NULL, NULL);
    if (!strcmp(what, "handler")) {
        MPI_Comm_set_errhandler(world, MPI_ERRORS_ABORT);
        MPI_Recv(&value, -1, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE);
    }
}

/* The broadcast makes progress while rank 1 waits for another message. */
static void broadcast_meanwhile(void) {
    static int numbers[20];
    MPI_Request request;
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ibcast(numbers, rank == 1 ? 10 : 20, MPI_INT, 0, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "before"))
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 1)
        go_wrong(what, argc > 2 ? atoi(argv[2]) : 42);
    if (!strcmp(what, "file")) { /* the program continues, as most programs do */
        MPI_File file;
        for (int i = 0; i < 2 && rank == 1; i++)
            MPI_File_open(MPI_COMM_SELF, "x", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
        MPI_Finalize();
        return 0;
    }
    if (!strcmp(what, "nonblocking"))
        broadcast_meanwhile();
    if (!strcmp(what, "after")) {
        MPI_Finalize();
        if (rank == 1)
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        for (;;)
            ;
    }
    MPI_Recv(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}
