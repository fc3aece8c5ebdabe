/* Urgent messages overtake others at their receiver, even while two of the others are in progress.
 * Rank 0 receives long messages from four ranks, and the two that are sent last arrive first. Their
 * path to rank 0 is free except for the last router, because messages do not overtake in a
 * queue. */
#include <onchip_mpi.h>

#include "../check.h"
#include "hal/hal.h"

#define WORDS 8192
#define SENDERS 4
#define PLAIN 2 /* the first two messages are plain */
#define LATER                                                                                      \
    1500 /* In cycles; the others have begun by then and are far from their end, which takes       \
            18,000. */

static int data[SENDERS][WORDS];

/* The second barrier uses counters, so all leave it together. */
static void meet(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void take(void) {
    MPI_Request receives[SENDERS];
    for (int i = 0; i < SENDERS; i++)
        MPI_Irecv(data[i], WORDS, MPI_INT, 1 + i, 5, MPI_COMM_WORLD, &receives[i]);
    meet();
    for (int i = 0; i < SENDERS; i++) {
        int which;
        MPI_Waitany(SENDERS, receives, &which, MPI_STATUS_IGNORE);
        CHECK_EQUAL(which >= PLAIN, i < SENDERS - PLAIN);
        CHECK_EQUAL(data[which][WORDS - 1], 1 + which);
    }
}

static void give(void) {
    bool is_urgent = rank > PLAIN;
    data[0][WORDS - 1] = rank;
    meet();
    uint64_t start = hal_cycles() + (is_urgent ? LATER : 0);
    while (hal_cycles() < start)
        ;
    if (rank <= SENDERS)
        MPI_Send(data[0], WORDS, MPI_INT, 0, is_urgent ? ONCHIP_TAG_PRIORITY(7, 5) : 5,
                 MPI_COMM_WORLD);
}

static void overtake(void) {
    if (rank)
        give();
    else
        take();
}

static const struct test tests[] = {{"overtake", overtake}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
