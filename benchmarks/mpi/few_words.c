/* Measures the cycles of operations on one word, called in immediate succession: the average on the
 * slowest rank. Prints "CALL_1word_N" for each operation. */
#include "cycles.h"

#define CALLS 32
#define MOST 64

static int mine = 1, result, all[MOST], others[MOST];
static int left, right; /* neighbours in a ring */

static void bcast(void) {
    MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void reduce(void) {
    MPI_Reduce(&mine, &result, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce(void) {
    MPI_Allreduce(&mine, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void iallreduce(void) {
    MPI_Request request;
    MPI_Iallreduce(&mine, &result, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void allgather(void) {
    MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
}

static void alltoall(void) {
    MPI_Alltoall(all, 1, MPI_INT, others, 1, MPI_INT, MPI_COMM_WORLD);
}

static void sendrecv(void) {
    MPI_Sendrecv(&mine, 1, MPI_INT, right, 0, &result, 1, MPI_INT, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* Exchanges a word with both neighbours, as programs on grids do. */
static void halo(void) {
    MPI_Request requests[4];
    MPI_Irecv(&all[0], 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&all[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(&mine, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
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
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    measure("bcast", bcast);
    measure("reduce", reduce);
    measure("allreduce", allreduce);
    measure("iallreduce", iallreduce);
    measure("allgather", allgather);
    measure("alltoall", alltoall);
    measure("sendrecv", sendrecv);
    measure("halo", halo);
    MPI_Finalize();
    return 0;
}
