/* Figures 9 and 10. Fifteen tasks send a data set to task 0, which has started all its receives: a
 * gather that consists of messages, like the paper's. With "broadcast", task 0 first broadcasts the
 * data. All tasks compute before they send. A task is done when task 0 has received its data set.
 * Task 0 is done when it has received all data sets. Arguments: the first row whose tasks have
 * priority, 4 for none; a seed; cycles of computing; "broadcast", or "in-turn", which replaces the
 * broadcast by messages to one task after the other, or "-"; "memories", if a task's priority
 * applies to all that it reads and writes (setPriority) instead of its messages. */
#include <onchip_qos.h>

#include "mesh.h"

#define WORDS 4096
#define HIGH 7

static int32_t all[TASKS][WORDS], own[WORDS];
static MPI_Request sends[TASKS - 1], receives[TASKS - 1];
static int first_row;
static bool by_memories;

static int how(int rank) {
    return row_of(rank) >= first_row && !by_memories ? HIGH : UNMARKED;
}

static void set_priorities(int rank, int level) {
    for (int memory = 0; memory < TASKS; memory++)
        setPriority(rank, memory, level);
}

/* A broadcast, as in the paper, or messages to one task after the other. */
static void broadcast(int rank, bool in_turn) {
    if (!in_turn) {
        MPI_Bcast(own, WORDS, MPI_INT32_T, 0, MPI_COMM_WORLD);
        return;
    }
    if (rank) {
        MPI_Recv(own, WORDS, MPI_INT32_T, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return;
    }
    for (int to = 1; to < TASKS; to++)
        MPI_Isend(own, WORDS, MPI_INT32_T, to, marked(how(to), 0), MPI_COMM_WORLD, &sends[to - 1]);
    MPI_Waitall(TASKS - 1, sends, MPI_STATUSES_IGNORE);
}

static void start_receives(void) {
    for (int from = 1; from < TASKS; from++)
        MPI_Irecv(all[from], WORDS, MPI_INT32_T, from, 1, MPI_COMM_WORLD, &receives[from - 1]);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    first_row = argc > 1 ? atoi(argv[1]) : SIDE;
    uint32_t computing = argc > 3 ? (uint32_t)atoi(argv[3]) : 0;
    by_memories = argc > 5;
    if (rank == 0)
        start_receives();
    uint32_t start = begin(argc > 2 ? atoi(argv[2]) : 0, INIT);
    if (by_memories && row_of(rank) >= first_row)
        set_priorities(rank, HIGH);
    if (argc > 4 && strcmp(argv[4], "-") != 0)
        broadcast(rank, strcmp(argv[4], "in-turn") == 0);
    wait_for(cycles() + computing);
    if (rank)
        MPI_Send(own, WORDS, MPI_INT32_T, 0, marked(how(rank), 1), MPI_COMM_WORLD);
    else
        MPI_Waitall(TASKS - 1, receives, MPI_STATUSES_IGNORE);
    uint32_t taken = cycles() - start;
    if (by_memories)
        set_priorities(rank, 0);
    tell("task", taken, task_of(rank));
    MPI_Finalize();
    return 0;
}
