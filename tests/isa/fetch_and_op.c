/* Ranks update one word of rank 0, and each rank keeps the values that it has fetched. Every number
 * must occur once. */
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS = 50, MOST = 16 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, one = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int *word;
    MPI_Win window;
    MPI_Win_allocate(sizeof *word, sizeof *word, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &window);
    *word = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    static int fetched[ROUNDS], all[ROUNDS * MOST], times[ROUNDS * MOST];
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Fetch_and_op(&one, &fetched[i], MPI_INT, 0, 0, MPI_SUM, window);
        MPI_Win_flush(0, window);
    }
    MPI_Win_unlock_all(window);
    MPI_Gather(fetched, ROUNDS, MPI_INT, all, ROUNDS, MPI_INT, 0, MPI_COMM_WORLD);
    int wrong = 0;
    for (int i = 0; rank == 0 && i < ROUNDS * ranks; i++)
        wrong += all[i] < 0 || all[i] >= ROUNDS * ranks || times[all[i]]++;
    if (rank == 0)
        printf("%d ranks: %d wrong\n", ranks, wrong);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
