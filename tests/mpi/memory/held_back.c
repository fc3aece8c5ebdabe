/* A receiver with too many unexpected messages asks its senders to hold back. */
#include "../check.h"

/* The number of messages is larger than the number that the library keeps before it asks the
 * senders to hold back. */
#define FLOOD 1100
enum { STEPS = 8 };

/* If a receiver has too many messages, it asks the sender of the next small message once to hold
 * back. The message after that waits at its sender, and the receiver does not ask again. */
static void every_other_message_waits(void) {
    static MPI_Request requests[FLOOD + STEPS];
    int word = 0, waiting = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (size == 1)
        return;
    for (int i = 0; i < FLOOD + STEPS && rank == 1; i++) {
        MPI_Isend(&rank, 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
        if (i < FLOOD - 1)
            continue;
        MPI_Recv(&word, 1, MPI_INT, 0, i, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE); /* the message has arrived */
        int done = 0;
        MPI_Request_get_status(requests[i], &done, MPI_STATUS_IGNORE);
        waiting += i >= FLOOD && !done;
    }
    for (int i = FLOOD - 1; i < FLOOD + STEPS && rank == 0; i++) {
        int other;
        MPI_Probe(1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Iprobe(1, FLOOD + STEPS, MPI_COMM_WORLD, &other,
                   MPI_STATUS_IGNORE); /* This probe makes the library receive the message. */
        MPI_Send(&word, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    }
    for (int i = 0; i < FLOOD + STEPS && rank == 0; i++)
        MPI_Recv(&word, 1, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) {
        CHECK_EQUAL(waiting, STEPS / 2);
        MPI_Waitall(FLOOD + STEPS, requests, MPI_STATUSES_IGNORE);
    }
}

static const struct test tests[] = {
    {"every other message waits", every_other_message_waits},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
