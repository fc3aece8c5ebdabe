/* Figure 9 (b): the dot product of two vectors of integers at the root. The root scatters the
 * vectors, each rank multiplies its part, and the root gathers and adds the partial sums. Measures
 * cycles from a barrier until the root has the result. Arguments: vector length in bytes, at least
 * 4 bytes for each rank; a seed. */
#include <stdlib.h>

#include "../draw.h"

#define MOST_BYTES 2048
#define MOST_RANKS 64

static int a[MOST_BYTES / sizeof(int)], b[MOST_BYTES / sizeof(int)];

static int dot(int length, int size) {
    static int part_of_a[MOST_BYTES / sizeof(int)], part_of_b[MOST_BYTES / sizeof(int)];
    static int sums[MOST_RANKS];
    int part = length / size, own = 0, sum = 0;
    MPI_Scatter(a, part, MPI_INT, part_of_a, part, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scatter(b, part, MPI_INT, part_of_b, part, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < part; i++)
        own += part_of_a[i] * part_of_b[i];
    MPI_Gather(&own, 1, MPI_INT, sums, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++)
        sum += sums[i];
    return sum;
}

int main(int argc, char **argv) {
    int rank, size, length = (argc > 1 ? atoi(argv[1]) : MOST_BYTES) / (int)sizeof(int);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (length > MOST_BYTES / (int)sizeof(int) || length % size || size > MOST_RANKS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < length; i++) {
        a[i] = i % 10;
        b[i] = i % 7;
    }
    uint32_t start = 0, end = 0, state = seeded(argc > 2 ? atoi(argv[2]) : 0, rank);
    int sum = 0;
    for (int i = 0; i < 2; i++) { /* only the second round is measured */
        MPI_Barrier(MPI_COMM_WORLD);
        wait_a_little(&state);
        start = cycles();
        sum = dot(length, size);
        end = cycles();
    }
    if (rank == 0)
        printf("cycles %u\nsum %d\n", (unsigned)(end - start), sum);
    MPI_Finalize();
    return 0;
}
