/* Figure 10: a subkernel. All sixteen tasks send a long message to each other one, all at the same
 * time, each in an order of its own. A task is done when all of its messages have been taken.
 * Arguments: the part of the figure, "a" to "e", otherwise nothing is marked; words of a message; a
 * seed. */
#include "../tasks.h"

#define MOST_WORDS 1024

static int32_t from_all[TASKS][MOST_WORDS], own[MOST_WORDS];
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

/* All others, shuffled. */
static void draw_order(int others[TASKS - 1], int rank, int seed) {
    uint32_t state = seeded(seed, rank);
    for (int i = 0; i < TASKS - 1; i++) {
        int j = (int)(draw(&state) % (uint32_t)(i + 1));
        others[i] = others[j];
        others[j] = (rank + 1 + i) % TASKS;
    }
}

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
