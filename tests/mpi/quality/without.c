/* A program that does not include onchip_mpi.h: tags with bits above MPI_TAG_UB are errors. */
#include "../check.h"

static void tags(void) {
    int word = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int annotation = 1; annotation < 16; annotation++)
        CHECK_CLASS(MPI_Send(&word, 1, MPI_INT, 0, annotation << 26 | 1, MPI_COMM_WORLD),
                    MPI_ERR_TAG);
}

static const struct test tests[] = {{"tags", tags}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
