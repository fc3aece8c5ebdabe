/* Rank 0 receives messages without data, whose receives it posts late, and then 1 kB. Prints the
 * cycles of all these receives. With the argument "alone", rank 0 receives only the 1 kB. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "../../../benchmarks/mpi/cycles.h"

enum { WORDS = 256, EMPTY = 1, FIRST = 2, LONG = 3 };

static int32_t data[WORDS];

static void receive(void *to, int words, int from, int tag) {
    MPI_Recv(to, words, MPI_INT32_T, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    bool alone = argc > 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        /* While rank 0 waits for this message, it accepts the messages of the other ranks. */
        receive(data, 1, MPI_ANY_SOURCE, FIRST);
        uint32_t start = cycles();
        for (int from = 2; !alone && from < size; from++)
            receive(NULL, 0, from, EMPTY);
        receive(data, WORDS, 1, LONG);
        printf("%u\n", (unsigned)(cycles() - start));
    } else if (rank == 1) {
        uint32_t start = cycles();
        while (cycles() - start < 50000)
            ;
        MPI_Send(data, 1, MPI_INT32_T, 0, FIRST, MPI_COMM_WORLD);
        MPI_Send(data, WORDS, MPI_INT32_T, 0, LONG, MPI_COMM_WORLD);
    } else if (!alone) {
        MPI_Send(NULL, 0, MPI_INT32_T, 0, EMPTY, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
