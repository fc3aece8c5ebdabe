/* Each rank smooths its strip of a grid and exchanges edges with its neighbours, without end. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 32
#define ROWS 16

static double grid[2][ROWS + 2][COLUMNS];

static void smooth(double (*to)[COLUMNS], double (*from)[COLUMNS]) {
    for (int i = 1; i <= ROWS; i++)
        for (int j = 1; j < COLUMNS - 1; j++)
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

int main(int argc, char **argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    unsigned long steps = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    int above = (rank + ranks - 1) % ranks, below = (rank + 1) % ranks;
    for (int i = 0; i < ROWS + 2; i++)
        for (int j = 0; j < COLUMNS; j++)
            grid[0][i][j] = grid[1][i][j] = rank * 31 % 17 + i * 0.5 + j * 0.125;
    for (unsigned long step = 0; step < steps; step++) {
        double(*from)[COLUMNS] = grid[step & 1];
        MPI_Sendrecv(from[1], COLUMNS, MPI_DOUBLE, above, 0, from[ROWS + 1], COLUMNS, MPI_DOUBLE,
                     below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(from[ROWS], COLUMNS, MPI_DOUBLE, below, 1, from[0], COLUMNS, MPI_DOUBLE, above,
                     1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        smooth(grid[~step & 1], from);
        if (step == 2 && rank == 0) {
            puts("ready");
            fflush(stdout);
        }
    }
    MPI_Finalize();
    return 0;
}
