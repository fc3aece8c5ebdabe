/* More unexpected messages than a receiver keeps, or has memory for. Senders are slowed down,
 * expected messages get through, and no message is lost. */
#include "check.h"

/* The number of messages is larger than the number that the library keeps before it slows
 * senders down. */
#define FLOOD 1100

/* All ranks flood rank 0 with messages. Rank 0 first waits for a different message, which the last
 * rank sends after its flood. */
static void flood_of_unexpected(void) {
    int last = size - 1, word = 0;
    if (size == 1)
        return;
    if (rank != 0) {
        for (int i = 0; i < FLOOD / (size - 1); i++)
            MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        if (rank == last)
            MPI_Send(&word, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        return;
    }
    for (int from = last; from > 0; from--) {
        for (int i = 0; i < FLOOD / (size - 1); i++) {
            int value = -1;
            MPI_Recv(&value, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK_EQUAL(value, i);
        }
        if (from == last)
            MPI_Recv(&word, 1, MPI_INT, last, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* A program that no finite buffer can satisfy, but that the standard requires to work: rank 1 sends
 * more than any process can keep, while rank 0 waits for rank 2. */
static void flood_and_wait_for_another(void) {
    int word = 7;
    if (size < 3)
        return;
    if (rank == 1) {
        for (int i = 0; i < FLOOD; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else if (rank == 2) {
        double start = MPI_Wtime();
        while (MPI_Wtime() - start < 1e-4)
            ;
        MPI_Send(&word, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    } else if (rank == 0) {
        word = 0;
        MPI_Recv(&word, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(word, 7);
        for (int i = 0; i < FLOOD; i++) {
            int value = -1;
            MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK_EQUAL(value, i);
        }
    }
}

static const struct test tests[] = {
    {"floods: of unexpected messages", flood_of_unexpected},
    {"floods: and wait for another", flood_and_wait_for_another},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
