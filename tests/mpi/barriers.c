/* Barriers on counters and by messages: on groups of every size, while messages arrive, on more
 * communicators than there are counters, and again after communicators were freed.
 * Relies on buffering. */
#include "check.h"

/* In every round, no rank leaves before the last one has arrived. Each rank that leaves checks that
 * the messages which the others sent before their barrier have arrived. In the first round, the
 * other ranks add to the late rank's counters before it has set them up. */
static void check_rounds(MPI_Comm comm, int rounds) {
    int own, members;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &members);
    for (int round = 0; round < rounds; round++) {
        int late = (round + 1) % members, told = -1;
        if (own == late)
            for (double start = MPI_Wtime(); MPI_Wtime() - start < (round ? 1e-6 : 2e-5);)
                ;
        double came = MPI_Wtime(), left;
        CHECK_EQUAL(MPI_Barrier(comm), MPI_SUCCESS);
        left = MPI_Wtime();
        /* All cores have the same clock: the latest arrival is before the earliest departure. */
        if (own != late) {
            double latest;
            MPI_Recv(&latest, 1, MPI_DOUBLE, late, round, comm, MPI_STATUS_IGNORE);
            CHECK(latest <= left);
        } else {
            for (told = 0; told < members; told++)
                if (told != own)
                    MPI_Send(&came, 1, MPI_DOUBLE, told, round, comm);
        }
    }
}

static void world(void) {
    check_rounds(MPI_COMM_WORLD, 2 * size + 3);
    check_rounds(MPI_COMM_SELF, 3);
}

/* The communicators have every number of ranks from 1 to all and back to 1, so that trees of every
 * shape follow each other. Their ranks are in reverse order. */
static void parts(void) {
    for (int step = 1; step < 2 * size; step++) {
        int members = step <= size ? step : 2 * size - step;
        MPI_Comm part;
        MPI_Comm_split(MPI_COMM_WORLD, rank < members ? 0 : MPI_UNDEFINED, -rank, &part);
        if (part == MPI_COMM_NULL)
            continue;
        check_rounds(part, 4);
        MPI_Comm_free(&part);
    }
}

/* There are more communicators than any chip has counters for. The communicators without
 * counters use messages. */
static void many(void) {
    enum { MANY = 40 };
    MPI_Comm comms[MANY];
    for (int again = 0; again < 2; again++) {
        for (int i = 0; i < MANY; i++) {
            MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
            CHECK_EQUAL(MPI_Barrier(comms[i]), MPI_SUCCESS);
        }
        check_rounds(comms[0], 3);
        check_rounds(comms[MANY - 1], 3);
        for (int i = 0; i < MANY; i++)
            MPI_Comm_free(&comms[(i * 7 + again) % MANY]);
    }
}

/* While a rank waits in a barrier, it receives messages. */
static void messages(void) {
    enum { LONG = 3000, MANY = 100 };
    static int data[LONG];
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (size == 1)
        return;
    if (rank == 0)
        for (int i = 0; i < MANY; i++)
            MPI_Send(&i, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0, got; i < MANY && rank == size - 1; i++) {
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(got, i);
    }
    if (rank == 0) {
        for (int i = 0; i < LONG; i++)
            data[i] = 5 * i;
        MPI_Send(data, LONG, MPI_INT, size - 1, 2, MPI_COMM_WORLD);
    } else if (rank == size - 1) {
        MPI_Recv(data, LONG, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(data[LONG - 1], 5 * (LONG - 1));
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct test tests[] = {
    {"barriers: of the world", world},
    {"barriers: of its parts", parts},
    {"barriers: on many communicators", many},
    {"barriers: while messages arrive", messages},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
