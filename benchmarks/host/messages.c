/* Measures MPI on this machine, for `onchip bench host`. Each line of the output has a name and a
 * number. The number is a time in microseconds, but the bandwidth is in GB/s, and the message rate
 * in millions of messages per second. Each number is that of the fastest of many short batches, so
 * that other work on the machine counts little. A latency is half the time of a round trip between
 * ranks 0 and 1; all ranks take part in collectives. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCHES 40
#define LONGEST (4 << 20)
#define WINDOW 64 /* messages in flight when the message rate is measured */

static int rank, ranks, batches = BATCHES;
static char *out, *in;

/* A function that runs a batch of `count` operations and returns the seconds that it took. */
typedef double batch(int count, int bytes);

static double round_trips(int count, int bytes) {
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            MPI_Send(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
    return (MPI_Wtime() - start) / 2;
}

static double barriers(int count, int bytes) {
    (void)bytes;
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

static double sums(int count, int bytes) {
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++)
        MPI_Allreduce(out, in, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

/* Rank 0 sends windows of messages to rank 1, which answers each window. */
static double stream(int count, int bytes) {
    MPI_Request requests[WINDOW];
    double start = MPI_Wtime();
    for (int done = 0; done < count; done += WINDOW) {
        for (int i = 0; i < WINDOW; i++)
            if (rank == 0)
                MPI_Isend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[i]);
            else if (rank == 1)
                MPI_Irecv(in, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
        if (rank > 1)
            continue;
        MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
        if (rank == 0)
            MPI_Recv(in, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else
            MPI_Send(out, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
    return MPI_Wtime() - start;
}

/* Microseconds for each operation in the fastest batch. */
static double fastest(batch *run, int count, int bytes) {
    double best = 1e9;
    run(count, bytes);
    for (int i = 0; i < batches; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double seconds = run(count, bytes);
        if (seconds < best)
            best = seconds;
    }
    return 1e6 * best / count;
}

static void show(const char *name, double value) {
    if (rank == 0) {
        printf("%s %.4f\n", name, value);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1)
        batches = atoi(argv[1]);
    out = malloc(LONGEST);
    in = malloc(LONGEST);
    memset(out, 0, LONGEST);
    memset(in, 0, LONGEST);
    /* More than two ranks may be more than the processors; each operation takes long then. */
    int few = ranks > 2 ? 20 : 1;
    show("latency_8B", fastest(round_trips, 2000 / few, 8));
    show("barrier", fastest(barriers, 2000 / few, 0));
    show("allreduce_8B", fastest(sums, 2000 / few, 8));
    if (ranks == 2) {
        show("latency_1kB", fastest(round_trips, 1000, 1 << 10));
        show("latency_16kB", fastest(round_trips, 200, 16 << 10));
        show("latency_64kB", fastest(round_trips, 100, 64 << 10));
        show("bandwidth_4MB", LONGEST / fastest(round_trips, 3, LONGEST) / 1e3);
        show("rate_8B", 1 / fastest(stream, 4096, 8));
    }
    MPI_Finalize();
    return 0;
}
