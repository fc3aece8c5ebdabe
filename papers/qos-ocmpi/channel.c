/* Figure 11. Task 14 sends messages to task 0, and computes before each message. The other tasks do
 * the same meanwhile, with as many messages or fewer, and so load the links on the way. Task 0
 * starts all its receives before the first message. Task 14 is done when its last message has been
 * received; task 0 is done when it has received all messages of task 14. Arguments: "channel" for a
 * guaranteed channel from task 14 to task 0, or "plain"; a seed; the cycles of computing before
 * each message; the number of messages of each other task. */
#include "mesh.h"

#define WORDS 1024
#define MESSAGES 8
#define CRITICAL 14

static int32_t data[TASKS][WORDS];
static MPI_Request critical[MESSAGES], others[MESSAGES][TASKS];

static void send(int rank, int how, int messages, uint32_t computing) {
    for (int i = 0; i < messages; i++) {
        wait_for(cycles() + computing);
        MPI_Send(data[rank], WORDS, MPI_INT32_T, 0, marked(how, 0), MPI_COMM_WORLD);
    }
}

static void start_receives(int messages) {
    for (int i = 0; i < MESSAGES; i++)
        for (int from = 0; from < TASKS; from++) {
            bool is_critical = task_of(from) == CRITICAL;
            int source = from && (is_critical || i < messages) ? from : MPI_PROC_NULL;
            MPI_Irecv(data[from], WORDS, MPI_INT32_T, source, 0, MPI_COMM_WORLD,
                      is_critical ? &critical[i] : &others[i][from]);
            if (is_critical)
                others[i][from] = MPI_REQUEST_NULL;
        }
}

int main(int argc, char **argv) {
    int how = argc > 1 && strcmp(argv[1], "channel") == 0 ? GUARANTEED : UNMARKED, rank;
    uint32_t computing = argc > 3 ? (uint32_t)atoi(argv[3]) : 0;
    int messages = argc > 4 ? atoi(argv[4]) : MESSAGES;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int task = task_of(rank);
    if (rank == 0)
        start_receives(messages);
    uint32_t start = begin(argc > 2 ? atoi(argv[2]) : 0, INIT);
    if (rank == 0)
        MPI_Waitall(MESSAGES, critical, MPI_STATUSES_IGNORE);
    else if (task == CRITICAL)
        send(rank, how, MESSAGES, computing);
    else
        send(rank, UNMARKED, messages, computing);
    uint32_t taken = cycles() - start;
    if (rank == 0)
        MPI_Waitall(MESSAGES * TASKS, &others[0][0], MPI_STATUSES_IGNORE);
    tell("task", taken, task);
    MPI_Finalize();
    return 0;
}
