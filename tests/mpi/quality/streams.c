/* Each of tasks 0 to 7 sends messages, one after the other, to the task whose number is higher by
 * 8. The argument has a digit for each task's level, or - for messages without annotation. Prints
 * the time that each task has taken. */
#include <onchip_mpi.h>
#include <stdio.h>
#include <string.h>

#include "../../../benchmarks/mpi/cycles.h"

#define TASKS 16
#define PAIRS (TASKS / 2)
#define MESSAGES 16
#define WORDS 256

static int data[WORDS];

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 2 || strlen(argv[1]) != PAIRS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    char level = argv[1][rank % PAIRS];
    int tag = level == '-' ? 0 : ONCHIP_TAG_PRIORITY(level - '0', 0);
    unsigned taken, all[TASKS];
    MPI_Barrier(MPI_COMM_WORLD);
    let_others_wait();
    uint32_t start = cycles();
    for (int i = 0; i < MESSAGES; i++) {
        if (rank < PAIRS)
            MPI_Send(data, WORDS, MPI_INT, rank + PAIRS, tag, MPI_COMM_WORLD);
        else
            MPI_Recv(data, WORDS, MPI_INT, rank - PAIRS, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    taken = cycles() - start;
    MPI_Gather(&taken, 1, MPI_UNSIGNED, all, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < TASKS; i++)
        printf("%d %u\n", i, all[i]);
    MPI_Finalize();
    return 0;
}
