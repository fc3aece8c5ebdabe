/* Figure 10: a benchmark of several subkernels. Between two subkernels there is a barrier, at which
 * the program reconfigures the network. In a subkernel every task computes before each message. It
 * exchanges messages with partners by blocking sends and receives. A task is done when all its
 * messages have been received.
 *
 * Arguments: the subkernels, as letters of the figure's parts; "plain" if nothing is marked,
 * "levels" if a task's level applies to all that it reads and writes in memories (setPriority),
 * "tags" if it applies to its messages; message length in words; cycles of computing; a seed; the
 * partners: "side" for the neighbour on the same side, "cluster" for a task of the other side,
 * "other" for one of the other subcluster, "mixed" for these three in turn; cycles by which a
 * barrier lets each task go later than the one before it.
 *
 * In a subkernel with a capital letter, tasks copy messages into the external memory and out of it
 * instead of exchanging them, and a guaranteed task holds a channel meanwhile. */
#include <ctype.h>
#include <onchip_qos.h>

#include "memory.h"
#include "subkernel.h"

#define MESSAGES 12
#define MEMORIES 5 /* number of memories in the chip file; the last one is the external memory */
#define MOST_PARTS 3
/* Tasks leave a barrier within this many cycles, in an order that the seed determines. */
#define TOGETHER 256

/* Offset of the tasks' messages in the external memory, above the library's buffers. */
#define OFFSET (4u << 20)

static uint32_t from[MOST_WORDS], own[MOST_WORDS];
static int rank, words, grain, apart;
static const char *partners;
static uint32_t state;

static int partner_of(int message) {
    static const int others[] = {1, 4, 8};
    switch (*partners) {
    case 's':
        return rank ^ 1;
    case 'c':
        return rank ^ 4;
    case 'o':
        return rank ^ 8;
    default:
        return rank ^ others[message / 2 % 3];
    }
}

/* Computes for `grain` cycles, plus or minus an eighth, which the seed determines. */
static void compute(void) {
    uint32_t start = cycles();
    if (grain)
        wait_for(start + (uint32_t)(grain / 8 * 7) + draw(&state) % (uint32_t)(grain / 4));
}

static void exchange(int tag) {
    for (int i = 0; i < MESSAGES; i++) {
        int partner = partner_of(i);
        compute();
        if ((rank < partner) == (i % 2 == 0))
            MPI_Send(own, words, MPI_INT32_T, partner, tag, MPI_COMM_WORLD);
        else
            MPI_Recv(from, words, MPI_INT32_T, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void stream(bool guaranteed) {
    uint32_t memory = start_of(MEMORIES - 1) + OFFSET + (uint32_t)rank * sizeof own;
    if (guaranteed && ni_open_channel(memory, true) != QOS_DONE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < MESSAGES; i++) {
        compute();
        transfer(i % 2 ? DMA_GET : DMA_PUT, own, memory, 4 * (uint32_t)words);
    }
    if (guaranteed)
        ni_close_channel(memory, true);
}

static void set_priorities(int level) {
    for (int memory = 0; memory < MEMORIES; memory++)
        setPriority(rank, TASKS + memory, level);
}

/* Returns the cycles that the subkernel has taken. */
static uint32_t subkernel(char part, const char *marks) {
    int level = *marks == 'p' ? UNMARKED : how((char)tolower(part), rank);
    bool has_priority = level != UNMARKED && level != GUARANTEED && *marks == 'l';
    MPI_Barrier(MPI_COMM_WORLD);
    uint32_t start = begin((int)(draw(&state) >> 8), TOGETHER);
    wait_for(start + (uint32_t)(rank * apart));
    if (has_priority)
        set_priorities(level);
    if (isupper(part))
        stream(level == GUARANTEED);
    else
        exchange(marked(has_priority ? UNMARKED : level, 0));
    uint32_t taken = cycles() - start;
    if (has_priority)
        set_priorities(0);
    return taken;
}

int main(int argc, char **argv) {
    uint32_t taken[MOST_PARTS];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 8 || strlen(argv[1]) > MOST_PARTS || atoi(argv[3]) > MOST_WORDS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    words = atoi(argv[3]);
    grain = atoi(argv[4]);
    state = seeded(atoi(argv[5]), rank);
    partners = argv[6];
    apart = atoi(argv[7]);
    for (int i = 0; argv[1][i]; i++)
        taken[i] = subkernel(argv[1][i], argv[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; argv[1][i]; i++) {
        char name[] = "a_task";
        name[0] = argv[1][i];
        tell(name, taken[i], rank);
    }
    MPI_Finalize();
    return 0;
}
