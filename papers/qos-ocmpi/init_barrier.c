/* Figure 7. The program measures three times: from the release of the cores to the last return from
 * MPI_Init; from the last entry into MPI_Barrier to the last return, as a mean of several barriers,
 * before each of which the seed draws a process that is late and its delay; and the same for a
 * barrier in which all processes exchange messages with the first process, one after the other.
 * Argument: a seed. */
#include <stdlib.h>

#include "../draw.h"

#define BARRIERS 8

static int rank, size;
static uint32_t state;

static void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

static void hear(int from) {
    MPI_Recv(NULL, 0, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void tell(int to) {
    MPI_Send(NULL, 0, MPI_BYTE, to, 1, MPI_COMM_WORLD);
}

static void meet(void) {
    if (rank) {
        tell(0);
        hear(0);
    }
    for (int other = 1; rank == 0 && other < size; other++)
        hear(other);
    for (int other = 1; rank == 0 && other < size; other++)
        tell(other);
}

static void measure(const char *name, void (*wait)(void)) {
    uint32_t times[2 * BARRIERS], last[2 * BARRIERS], sum = 0;
    for (int i = -WARM_UP; i < BARRIERS; i++) {
        uint32_t late = 3000 + draw(&state) % 512;
        int who = (int)(draw(&state) % (uint32_t)size);
        if (rank == who)
            wait_for(cycles() + late);
        uint32_t begin = cycles();
        wait();
        if (i >= 0) {
            times[2 * i] = begin;
            times[2 * i + 1] = cycles();
        }
    }
    MPI_Reduce(times, last, 2 * BARRIERS, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    for (int i = 0; i < BARRIERS; i++)
        sum += last[2 * i + 1] - last[2 * i];
    if (rank == 0)
        printf("%s %u\n", name, (unsigned)(sum / BARRIERS));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    uint32_t end = cycles(), last;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = seeded(argc > 1 ? atoi(argv[1]) : 0, 0);
    MPI_Reduce(&end, &last, 1, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("init %u\n", (unsigned)last);
    measure("barrier", barrier);
    measure("meeting", meet);
    MPI_Finalize();
    return 0;
}
