/* A send that a broadcast starts while another send waits for room. Rank 0 sends a long urgent
 * message to rank 1, whose inbox is full, and meanwhile passes on what rank 2 broadcasts. The
 * message must still be urgent, as rank 1 sees when it fetches it. Runs on the chip, where fetching
 * takes time. */
#include <onchip_mpi.h>
#include <stdbool.h>

#include "../check.h"
#include "commands.h"
#include "hal/hal.h"

#define WORDS 4096
#define ROOM 64      /* messages in an inbox */
#define FULL 20000   /* in cycles; by this time rank 0 waits for room */
#define PASSED 60000 /* in cycles; by this time the broadcast has passed rank 0 */
#define LEVEL 5

static int data[WORDS], word;

static void wait_until(uint64_t time) {
    while (hal_cycles() < time)
        ;
}

static void urgent(void) {
    for (int i = 0; i < ROOM; i++)
        MPI_Send(&word, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Send(data, WORDS, MPI_INT, 1, ONCHIP_TAG_PRIORITY(LEVEL, 2), MPI_COMM_WORLD);
}

static void take(uint64_t start) {
    MPI_Request request;
    int there = 0;
    bool seen = false;
    wait_until(start + PASSED);
    for (int i = 0; i < ROOM; i++)
        MPI_Recv(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(data, WORDS, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
    while (!there) {
        seen |= level_of_commands(DMA_GET, true) == LEVEL;
        MPI_Test(&request, &there, MPI_STATUS_IGNORE);
    }
    CHECK(seen);
}

/* Makes a communicator of ranks 2, 3, 0 and 4, in this order. In a broadcast from its first rank,
 * the third rank, here rank 0, passes the data on. */
static MPI_Comm around(void) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 1 || rank > 4 ? MPI_UNDEFINED : 0,
                   (rank + 2) % 4 + rank / 4 * 4, &comm);
    return comm;
}

static void inside(void) {
    MPI_Comm comm = around();
    MPI_Request request = MPI_REQUEST_NULL;
    static int passed[20];
    MPI_Barrier(MPI_COMM_WORLD);
    uint64_t start = hal_cycles();
    if (rank == 2) {
        wait_until(start + FULL);
        passed[19] = 7;
    }
    if (comm != MPI_COMM_NULL)
        MPI_Ibcast(passed, 20, MPI_INT, 0, comm, &request);
    if (rank == 0)
        urgent();
    if (rank == 1)
        take(start);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(passed[19], comm == MPI_COMM_NULL ? 0 : 7);
    if (rank == 4)
        CHECK(hal_cycles() < start + PASSED);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

static const struct test tests[] = {{"inside", inside}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
