/* Figure 9 (c): heat in a plate of 40 by 40 points, divided by columns. Measures cycles from a
 * barrier until the last rank is done. Arguments: steps, a seed. */
#include <stdlib.h>

#include "../draw.h"

#define SIDE 40

/* Columns are stored one after the other: this rank's columns, with a neighbour's column on each
 * side. */
static float now[SIDE][SIDE], next[SIDE][SIDE];
static int rank, size;

static int first_column(int of) {
    return 1 + (SIDE - 2) * of / size;
}

static void exchange(int columns) {
    int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(now[1], SIDE, MPI_FLOAT, left, 0, now[columns + 1], SIDE, MPI_FLOAT, right, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(now[columns], SIDE, MPI_FLOAT, right, 1, now[0], SIDE, MPI_FLOAT, left, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void step(int columns) {
    for (int column = 1; column <= columns; column++)
        for (int row = 1; row < SIDE - 1; row++)
            next[column][row] = 0.25f * (now[column - 1][row] + now[column + 1][row] +
                                         now[column][row - 1] + now[column][row + 1]);
    for (int column = 1; column <= columns; column++)
        for (int row = 1; row < SIDE - 1; row++)
            now[column][row] = next[column][row];
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 100;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int columns = first_column(rank + 1) - first_column(rank);
    for (int column = 0; column < SIDE; column++)
        now[column][0] = 100; /* the upper edge is hot */
    exchange(columns);        /* a first exchange, so that the neighbours have synchronised */
    uint32_t state = seeded(argc > 2 ? atoi(argv[2]) : 0, rank);
    MPI_Barrier(MPI_COMM_WORLD);
    wait_a_little(&state);
    uint32_t times[2] = {cycles()}, last[2];
    for (int i = 0; i < steps; i++) {
        exchange(columns);
        step(columns);
    }
    times[1] = cycles();
    float heat = 0, total;
    for (int column = 1; column <= columns; column++)
        for (int row = 1; row < SIDE - 1; row++)
            heat += now[column][row];
    MPI_Reduce(times, last, 2, MPI_UNSIGNED, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&heat, &total, 1, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("cycles %u\nmean %.4f\n", (unsigned)(last[1] - last[0]),
               (double)total / ((SIDE - 2) * (SIDE - 2)));
    MPI_Finalize();
    return 0;
}
