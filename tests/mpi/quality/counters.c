/* An annotated communicator has no counters for its barriers, which nobody could mark, and has them
 * again afterwards. On the chip, where that can be seen by time. */
#include "../check.h"

static void hint(const char *priority) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "onchip_priority", priority);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
}

static double barrier_time(void) {
    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime() - start;
}

static void counters(void) {
    double before = barrier_time();
    hint("3");
    double marked = barrier_time();
    hint("none");
    CHECK(marked > 2 * before);
    CHECK(marked > 2 * barrier_time());
}

static const struct test tests[] = {{"counters", counters}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
