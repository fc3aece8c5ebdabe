/* Figure 10. All sixteen tasks send a message to each other one, all at the same time. A task is
 * done when all of its messages have been taken. Arguments: the part of the figure, "a" to "e";
 * otherwise nothing is marked. */
#include "../tasks.h"

#define WORDS 512

static int32_t from_all[TASKS][WORDS], own[WORDS];
static MPI_Request sends[TASKS], receives[TASKS];

/* How a task's messages are marked. Tasks 0 to 3 and 8 to 11 are on the left sides. */
static int how(char part, int task) {
    bool second = task >= 8, right = task / 4 % 2;
    switch (part) {
    case 'a': /* the second subcluster */
        return second ? 7 : UNMARKED;
    case 'b': /* the right sides, that of the first subcluster above that of the second */
        return right ? 7 - second : UNMARKED;
    case 'c': /* channels for all */
        return GUARANTEED;
    case 'd': /* two levels in the second subcluster */
        return second ? 6 + right : UNMARKED;
    case 'e': /* a channel for one task */
        return task == 5 ? GUARANTEED : UNMARKED;
    default:
        return UNMARKED;
    }
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int tag = marked(how(argc > 1 ? argv[1][0] : ' ', rank), 0);
    for (int i = 1; i <= TASKS; i++) {
        int from = (rank + TASKS - i) % TASKS;
        MPI_Irecv(from_all[from], WORDS, MPI_INT32_T, from, 0, MPI_COMM_WORLD, &receives[i - 1]);
    }
    uint32_t start = begin();
    for (int i = 1; i <= TASKS; i++)
        MPI_Isend(own, WORDS, MPI_INT32_T, (rank + TASKS - i) % TASKS, tag, MPI_COMM_WORLD,
                  &sends[i - 1]);
    MPI_Waitall(TASKS, sends, MPI_STATUSES_IGNORE);
    uint32_t taken = cycles() - start;
    MPI_Waitall(TASKS, receives, MPI_STATUSES_IGNORE);
    tell(taken, rank);
    MPI_Finalize();
    return 0;
}
