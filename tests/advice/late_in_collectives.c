/* Rank 2 works before each of three kinds of collectives. If one rank provides the data for all, it
 * is rank 2. */
#include "work.h"

enum { TURNS = 4 };

int main(int argc, char **argv) {
    int rank, word = 0, sum = 0;
    double worked = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < TURNS; turn++) {
        if (rank == 2)
            worked += work(2000);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 2)
            worked += work(2000);
        MPI_Bcast(&word, 1, MPI_INT, 2, MPI_COMM_WORLD);
        if (rank == 2)
            worked += work(2000);
        MPI_Allreduce(&word, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    if (rank == 2)
        print_work(worked);
    MPI_Finalize();
    return 0;
}
