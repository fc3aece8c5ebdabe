/* Cannon's multiplication of matrices on a square of ranks; other ranks are idle. */
#include "serial.h"

#define BLOCK 5

static int a_at(int i, int j) {
    return (i * 3 + j * 5) % 7 - 3;
}

static int b_at(int i, int j) {
    return (i * 2 - j * 3) % 5;
}

/* Moves a block back by this many positions along a dimension of the grid. */
static void shift(MPI_Comm grid, int *block, int dimension, int places) {
    int from, to;
    MPI_Cart_shift(grid, dimension, -places, &from, &to);
    MPI_Sendrecv_replace(block, BLOCK * BLOCK, MPI_INT, to, 1, from, 1, grid, MPI_STATUS_IGNORE);
}

static int multiply(MPI_Comm grid, int side) {
    int rank, at[2], a[BLOCK][BLOCK], b[BLOCK][BLOCK], c[BLOCK][BLOCK] = {{0}}, wrong = 0;
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, at);
    int top = at[0] * BLOCK, left = at[1] * BLOCK;
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < BLOCK; j++) {
            a[i][j] = a_at(top + i, left + j);
            b[i][j] = b_at(top + i, left + j);
        }
    shift(grid, &a[0][0], 1, at[0]);
    shift(grid, &b[0][0], 0, at[1]);
    for (int step = 0; step < side; step++) {
        for (int i = 0; i < BLOCK; i++)
            for (int j = 0; j < BLOCK; j++)
                for (int k = 0; k < BLOCK; k++)
                    c[i][j] += a[i][k] * b[k][j];
        shift(grid, &a[0][0], 1, 1);
        shift(grid, &b[0][0], 0, 1);
    }
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < BLOCK; j++) {
            int sum = 0;
            for (int k = 0; k < side * BLOCK; k++)
                sum += a_at(top + i, k) * b_at(k, left + j);
            wrong += c[i][j] != sum;
        }
    return wrong;
}

int main(int argc, char **argv) {
    int size, side = 1, periods[2] = {1, 1}, wrong = 0, sum = 0;
    MPI_Comm grid;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    while ((side + 1) * (side + 1) <= size)
        side++;
    int dims[2] = {side, side};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    if (grid != MPI_COMM_NULL) {
        wrong = multiply(grid, side);
        MPI_Comm_free(&grid);
    }
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    return end("cannon", sum == 0);
}
