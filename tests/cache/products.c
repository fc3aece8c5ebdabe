/* Multiplies matrices in memory from malloc(): each rank multiplies its own matrices, and the ranks
 * compare the results. The argument is the number of rows. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, rows = argc > 1 ? atoi(argv[1]) : 16;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    size_t bytes = (size_t)rows * rows * sizeof(int);
    int *a = malloc(bytes), *b = malloc(bytes), *c = malloc(bytes);
    for (int i = 0; i < rows * rows; i++) {
        a[i] = i % 17;
        b[i] = i % 23;
        c[i] = 0;
    }
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < rows; k++)
            for (int j = 0; j < rows; j++)
                c[i * rows + j] += a[i * rows + k] * b[k * rows + j];
    long sum = 0, greatest;
    for (int i = 0; i < rows * rows; i++)
        sum = (sum + (long)c[i] * (i + 1)) % 1000003;
    MPI_Allreduce(&sum, &greatest, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld%s\n", sum, sum == greatest ? "" : " and another");
    free(a);
    free(b);
    free(c);
    MPI_Finalize();
}
