/* Rank 1 works before each message to rank 0, which has nothing else to do. */
#include "work.h"

enum { TURNS = 5 };

int main(int argc, char **argv) {
    int rank, word = 0;
    double worked = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < TURNS && rank < 2; turn++) {
        if (rank == 1) {
            worked += work(1000);
            MPI_Send(&word, 1, MPI_INT, 0, turn, MPI_COMM_WORLD);
        } else {
            MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (rank == 1)
        print_work(worked);
    if (rank == 0)
        work(1000); /* rank 0 shall end last */
    MPI_Finalize();
    return 0;
}
