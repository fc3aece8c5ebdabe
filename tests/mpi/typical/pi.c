/* Pi by throwing darts. Each rank takes its share of one sequence of random numbers, so that any
 * number of ranks counts the same hits. */
#include "serial.h"

#define DARTS 6000

/* Whether dart number i hits. The result depends only on the number. */
static int hits(int i) {
    unsigned a = (unsigned)i * 2654435761u, b = (a ^ a >> 15) * 2246822519u;
    double x = (double)((a ^ a >> 13) & 0xffff) / 65536, y = (double)(b >> 16) / 65536;
    return x * x + y * y < 1;
}

int main(int argc, char **argv) {
    int rank, size, own = 0, sum = 0, serial = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = rank; i < DARTS; i += size)
        own += hits(i);
    MPI_Reduce(&own, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int i = 0; i < DARTS; i++)
        serial += hits(i);
    return end("pi", rank > 0 || (sum == serial && fabs(4.0 * sum / DARTS - M_PI) < 0.1));
}
