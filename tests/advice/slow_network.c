/* Rank 3 receives one long message after the other from rank 0, and works on each for a while.
 * During the first part of the run, ranks 1 and 2 keep the links from 0 to 3 busy. On mesh4x4 the
 * routes 0 → 3, 1 → 7 and 2 → 11 all follow the first row to tile 3. */
#include <mpi.h>

enum { WORDS = 1024, TURNS = 20, OTHERS = 8 };

static int words[WORDS];

static void send(int to) {
    MPI_Send(words, WORDS, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static void receive(int from) {
    MPI_Recv(words, WORDS, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < TURNS; turn++) {
        if (rank == 0) {
            send(3);
            MPI_Recv(words, 1, MPI_INT, 3, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 3) {
            receive(0);
            for (volatile int i = 0; i < 200; i++)
                ;
            MPI_Send(words, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        }
    }
    for (int i = 0; i < OTHERS; i++) {
        if (rank == 1)
            send(7);
        else if (rank == 2)
            send(11);
        else if (rank == 7)
            receive(1);
        else if (rank == 11)
            receive(2);
    }
    MPI_Finalize();
    return 0;
}
