/* Figure 10 without messages: what those of a subkernel do to the memories. All sixteen tasks write
 * as much as a message to each other one into the memory that it would go through, and read it from
 * there, one after the other, each in the order of the subkernel. The priorities are those of the
 * tasks, set once. Arguments: as of the subkernel. */
#include <onchip_qos.h>

#include "memory.h"
#include "subkernel.h"

#define EXTERNAL 4 /* after the left and right ones of both subclusters, as in the chip file */

static int32_t data[MOST_WORDS];

static void set_priorities(int rank, int level) {
    for (int memory = 0; memory <= EXTERNAL; memory++)
        setPriority(rank, TASKS + memory, level);
}

/* That a message goes through: the reader's side's, or between subclusters the external one. */
static int memory_between(int writer, int reader) {
    return writer / 8 == reader / 8 ? reader / 4 : EXTERNAL;
}

/* Each task has a place of its own. */
static void copy(int rank, int other, uint32_t bytes) {
    int memory = memory_between(rank, other);
    int place = memory == EXTERNAL ? rank : rank % 8;
    uint32_t to = start_of((uint32_t)memory) + (uint32_t)place * sizeof data;
    transfer(DMA_PUT, data, to, bytes);
    transfer(DMA_GET, data, to, bytes);
}

int main(int argc, char **argv) {
    int rank, others[TASKS - 1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int level = how(argc > 1 ? argv[1][0] : ' ', rank);
    int words = argc > 2 ? atoi(argv[2]) : MOST_WORDS, seed = argc > 3 ? atoi(argv[3]) : 0;
    if (words > MOST_WORDS || level == GUARANTEED)
        MPI_Abort(MPI_COMM_WORLD, 1);
    draw_order(others, rank, seed);
    if (level != UNMARKED)
        set_priorities(rank, level);
    uint32_t start = begin(seed, APART);
    for (int i = 0; i < TASKS - 1; i++)
        copy(rank, others[i], (uint32_t)words * 4);
    uint32_t taken = cycles() - start;
    set_priorities(rank, 0);
    tell("task", taken, rank);
    MPI_Finalize();
    return 0;
}
