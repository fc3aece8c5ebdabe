/* Figure 9 (a): π as the integral of 4 / (1 + x²). Measures cycles from a barrier until the root
 * has the sum. Arguments: intervals, a seed. */
#include <stdlib.h>

#include "../draw.h"

static double share(int rank, int size, int intervals) {
    double width = 1.0 / intervals, sum = 0;
    for (int i = rank; i < intervals; i += size) {
        double x = (i + 0.5) * width;
        sum += 4.0 / (1.0 + x * x);
    }
    return sum * width;
}

int main(int argc, char **argv) {
    int rank, size, intervals = argc > 1 ? atoi(argv[1]) : 1000;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint32_t start = 0, end = 0, state = seeded(argc > 2 ? atoi(argv[2]) : 0, rank);
    double pi = 0;
    for (int i = 0; i < 2; i++) { /* only the second round is measured */
        MPI_Barrier(MPI_COMM_WORLD);
        wait_a_little(&state);
        start = cycles();
        double own = share(rank, size, intervals);
        MPI_Reduce(&own, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        end = cycles();
    }
    if (rank == 0)
        printf("cycles %u\npi %.9f\n", (unsigned)(end - start), pi);
    MPI_Finalize();
    return 0;
}
