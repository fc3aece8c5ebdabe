/* Multiplies matrices: the rows of the result are dealt to the ranks, and those of a rank to its
 * threads, if it has several. Try
 *
 *     onchip run -n 4 --threads 4 --chip quad2x2 examples/matrix.c
 *
 * where each rank has a tile, and each thread a core of it. */
#include <mpi.h>
#include <stdio.h>

#define N 32

static int a[N][N], b[N][N], c[N][N];

/* The right value of an element: the sum of (row + k) (k - column) over all k. */
static int expected(int row, int column) {
    int sum = N * (N - 1) / 2, squares = (N - 1) * N * (2 * N - 1) / 6;
    return squares + (row - column) * sum - row * column * N;
}

int main(int argc, char **argv) {
    int rank, size, level, wrong = 0, all_wrong;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (rank == 0)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                a[i][j] = i + j;
                b[i][j] = i - j;
            }
    MPI_Bcast(a, N * N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(b, N * N, MPI_INT, 0, MPI_COMM_WORLD);

    /* Only the primary thread calls MPI, outside the loop. */
#pragma omp parallel for reduction(+ : wrong)
    for (int i = rank; i < N; i += size)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
            wrong += sum != expected(i, j);
        }

    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d x %d numbers, %d of them wrong\n", N, N, all_wrong);
    MPI_Finalize();
    return rank == 0 && all_wrong;
}
