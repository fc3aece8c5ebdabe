/* Figure 10: a subkernel. All sixteen tasks send a long message to each other task at the same
 * time, each in an order of its own. A task is done when all its messages have been received.
 * Arguments: the part of the figure, "a" to "e" (with any other text, nothing is marked); message
 * length in words; a seed. */
#include "subkernel.h"

static int32_t from_all[TASKS][MOST_WORDS], own[MOST_WORDS];
static MPI_Request sends[TASKS], receives[TASKS];

int main(int argc, char **argv) {
    int rank, others[TASKS - 1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int tag = marked(how(argc > 1 ? argv[1][0] : ' ', rank), 0);
    int words = argc > 2 ? atoi(argv[2]) : MOST_WORDS, seed = argc > 3 ? atoi(argv[3]) : 0;
    if (words > MOST_WORDS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < TASKS; i++)
        MPI_Irecv(from_all[i], words, MPI_INT32_T, i == rank ? MPI_PROC_NULL : i, 0, MPI_COMM_WORLD,
                  &receives[i]);
    draw_order(others, rank, seed);
    uint32_t start = begin(seed, APART);
    for (int i = 0; i < TASKS - 1; i++)
        MPI_Isend(own, words, MPI_INT32_T, others[i], tag, MPI_COMM_WORLD, &sends[i]);
    uint32_t offered = cycles() - start;
    MPI_Waitall(TASKS - 1, sends, MPI_STATUSES_IGNORE);
    uint32_t taken = cycles() - start;
    MPI_Waitall(TASKS, receives, MPI_STATUSES_IGNORE);
    tell("task", taken, rank);
    tell("offered", offered, rank);
    MPI_Finalize();
    return 0;
}
