/* An annotated communicator uses no counters or cells, which cannot be marked, and uses them again
 * afterwards. Runs on the chip, where the time shows this. */
#include <onchip_mpi.h>
#include <onchip_qos.h>

#include "../check.h"
#include "hal/hal.h"

static void hint(MPI_Comm comm, const char *priority) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "onchip_priority", priority);
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
    hint(comm, "3");
    double marked = barrier_time(comm);
    hint(comm, "none");
    CHECK(marked > 2 * before);
    CHECK(marked > 2 * barrier_time(comm));
}

static void counters(void) {
    barriers(MPI_COMM_WORLD);
}

/* Its barrier consists of two barriers on each side, and a message between the first ranks; one
   side is rank 0. */
static void intercommunicator(void) {
    MPI_Comm side, inter;
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 0, 0, &inter);
    double before = barrier_time(inter);
    hint(inter, "3");
    double marked = barrier_time(inter);
    CHECK(marked > 4 * before);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&side);
}

/* Between ranks 0 and 1. */
static double message_time(void) {
    int word = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < 20 && rank < 2; i++) {
        if (i % 2 == rank)
            MPI_Send(&word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&word, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return MPI_Wtime() - start;
}

static void messages(void) {
    double before = message_time();
    hint(MPI_COMM_WORLD, "3");
    double marked = message_time();
    hint(MPI_COMM_WORLD, "none");
    double after = message_time();
    CHECK(rank > 1 || 2 * marked > 3 * before);
    CHECK(rank > 1 || 2 * marked > 3 * after);
}

/* While rank 0 fetches a long message at level 5, rank 2 sets another level, which stays. */
static void set_meanwhile(void) {
    static int data[8192];
    if (rank == 1)
        MPI_Send(data, 8192, MPI_INT, 0, ONCHIP_TAG_PRIORITY(5, 0), MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Recv(data, 8192, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 2) {
        while (hal_priority_get(0, 1) != 5)
            ;
        CHECK_EQUAL(setPriority(0, 1, 3), QOS_DONE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(hal_priority_get(0, 1), 3);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        resetPriority(0, 1);
}

static const struct test tests[] = {{"counters", counters},
                                    {"intercommunicator", intercommunicator},
                                    {"messages", messages},
                                    {"set meanwhile", set_meanwhile},
                                    {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
