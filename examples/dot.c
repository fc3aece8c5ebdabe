/* The dot product of two vectors: rank 0 scatters them, each rank multiplies its part, and all
 * ranks receive the sum. Arguments: elements for each rank (512). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int part = argc > 1 ? atoi(argv[1]) : 512;
    int length = part * size;

    double *all_a = NULL, *all_b = NULL;
    double *a = malloc((size_t)part * sizeof *a), *b = malloc((size_t)part * sizeof *b);
    if (rank == 0) {
        all_a = malloc((size_t)length * sizeof *all_a);
        all_b = malloc((size_t)length * sizeof *all_b);
    }
    if (!a || !b || (rank == 0 && (!all_a || !all_b))) {
        fprintf(stderr, "no memory for vectors of %d elements\n", length);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; rank == 0 && i < length; i++) {
        all_a[i] = i % 10;
        all_b[i] = 0.5 * (i % 7);
    }
    MPI_Scatter(all_a, part, MPI_DOUBLE, a, part, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Scatter(all_b, part, MPI_DOUBLE, b, part, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    double own = 0, dot;
    for (int i = 0; i < part; i++)
        own += a[i] * b[i];
    MPI_Allreduce(&own, &dot, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    if (rank == 0)
        printf("dot product of %d elements: %.1f\n", length, dot);
    free(a);
    free(b);
    free(all_a);
    free(all_b);
    MPI_Finalize();
    return 0;
}
