/* The barriers of a communicator with a priority use counters at this level. As long as a
 * communicator is guaranteed, its barriers use no counters. Runs on the chip, where the duration of
 * a barrier shows this. */
#include <onchip_mpi.h>

#include "../check.h"
#include "commands.h"
#include "hal/hal.h"

static void hint(MPI_Comm comm, const char *key, const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
}

static double barrier_time(MPI_Comm comm) {
    for (int i = 0; i < 3; i++)
        MPI_Barrier(comm);
    double start = MPI_Wtime();
    MPI_Barrier(comm);
    return MPI_Wtime() - start;
}

static void barriers(MPI_Comm comm) {
    double before = barrier_time(comm);
    hint(comm, "onchip_priority", "3");
    double marked = barrier_time(comm);
    hint(comm, "onchip_guaranteed", "true");
    double guaranteed = barrier_time(comm);
    hint(comm, "onchip_guaranteed", "false");
    hint(comm, "onchip_priority", "none");
    /* Finding and setting the level takes about 200 cycles, and must take less than 400. */
    CHECK(marked < before + 400 * MPI_Wtick());
    CHECK(guaranteed > 2 * before);
    CHECK(guaranteed > 2 * barrier_time(comm));
}

static void counters(void) {
    barriers(MPI_COMM_WORLD);
}

/* The barrier of an intercommunicator consists of two barriers on each side, and a message
 * between the first ranks of the sides. Here one side is rank 0 alone. */
static void intercommunicator(void) {
    MPI_Comm side, inter;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 0, 0, &inter);
    double before = barrier_time(inter);
    hint(inter, "onchip_priority", "3");
    CHECK(barrier_time(inter) < 2 * before);
    hint(inter, "onchip_guaranteed", "true");
    CHECK(barrier_time(inter) > 4 * before);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&side);
}

/* The level at which a message from rank 0 to rank 1 was sent. */
static int level_of_message(void) {
    int word = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return level_of_commands(DMA_TRY_PUT, false);
}

static void messages(void) {
    int before = level_of_message();
    hint(MPI_COMM_WORLD, "onchip_priority", "3");
    int marked = level_of_message();
    hint(MPI_COMM_WORLD, "onchip_priority", "none");
    int after = level_of_message();
    CHECK(rank || before == UNMARKED);
    CHECK(rank || marked == 3);
    CHECK(rank || after == UNMARKED);
}

static const struct test tests[] = {{"counters", counters},
                                    {"intercommunicator", intercommunicator},
                                    {"messages", messages},
                                    {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
