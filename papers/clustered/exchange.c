/* Figure 10: a subkernel of pairs. Every task exchanges messages with its partner, one after the
 * other, each by a blocking send and a blocking receive. A task is done when all its messages have
 * been received. Arguments: the part of the figure, "a" to "e", otherwise nothing is marked; words
 * of a message; a seed; the partner: "side" for a task of the same side, "cluster" for one of the
 * other side, "chip" for one of the other subcluster; and "memories", if a task's level applies to
 * all that it reads and writes in memories (setPriority) instead of its messages. */
#include <onchip_qos.h>

#include "subkernel.h"

#define ROUNDS 4
#define MEMORIES 5 /* in the chip file */

static int32_t from[MOST_WORDS], own[MOST_WORDS];

static int partner_of(int rank, const char *which) {
    return rank ^ (*which == 's' ? 1 : strcmp(which, "chip") == 0 ? 8 : 4);
}

static void set_priorities(int rank, int level) {
    for (int memory = 0; memory < MEMORIES; memory++)
        setPriority(rank, TASKS + memory, level);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 5)
        MPI_Abort(MPI_COMM_WORLD, 1);
    int level = how(argv[1][0], rank), words = atoi(argv[2]), seed = atoi(argv[3]);
    int partner = partner_of(rank, argv[4]);
    bool by_memories = argc > 5 && level != UNMARKED && level != GUARANTEED;
    int tag = marked(by_memories ? UNMARKED : level, 0);
    if (words > MOST_WORDS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    uint32_t start = begin(seed, 256);
    if (by_memories)
        set_priorities(rank, level);
    for (int i = 0; i < 2 * ROUNDS; i++)
        if ((rank < partner) == (i % 2 == 0))
            MPI_Send(own, words, MPI_INT32_T, partner, tag, MPI_COMM_WORLD);
        else
            MPI_Recv(from, words, MPI_INT32_T, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    uint32_t taken = cycles() - start;
    if (by_memories)
        set_priorities(rank, 0);
    tell("task", taken, rank);
    MPI_Finalize();
    return 0;
}
