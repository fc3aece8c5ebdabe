/* Rank 1 works before each receive of a long message from rank 0. */
#include "work.h"

enum { TURNS = 5, WORDS = 256 };

int main(int argc, char **argv) {
    static int words[WORDS];
    int rank;
    double worked = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < TURNS && rank < 2; turn++) {
        if (rank == 0) {
            MPI_Send(words, WORDS, MPI_INT, 1, 0, MPI_COMM_WORLD);
        } else {
            worked += work(1000);
            MPI_Recv(words, WORDS, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (rank == 1)
        print_work(worked);
    if (rank == 0)
        work(1000); /* rank 0 shall end last */
    MPI_Finalize();
    return 0;
}
