/* Figure 10 (c) and (e), in another interpretation: every task holds its channel from the beginning
 * of the subkernel to its end. It copies messages into its own part of the external memory and out
 * again. No task waits for another one meanwhile, as a task that holds an exclusive channel must
 * not. Arguments: "c" with channels, "e" with one for task 5, otherwise without; words of a
 * message; a seed; "words" if the core copies them, or "transfers"; "turns" if each task opens its
 * channel when the one before it has closed its own, or "-". */
#include <onchip_qos.h>

#include "memory.h"
#include "subkernel.h"

#define MESSAGES 8
#define EXTERNAL 4 /* as controllers are numbered */

static uint32_t own[MOST_WORDS];

static void copy(uint32_t memory, int words, bool by_words) {
    if (!by_words) {
        transfer(DMA_PUT, own, memory, 4 * (uint32_t)words);
        transfer(DMA_GET, own, memory, 4 * (uint32_t)words);
        return;
    }
    for (int at = 0; at < words; at++)
        WORD(memory + 4 * (uint32_t)at) = own[at];
    for (int at = 0; at < words; at++)
        own[at] = WORD(memory + 4 * (uint32_t)at);
}

int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 6 || atoi(argv[2]) > MOST_WORDS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    bool channel = how(argv[1][0], rank) == GUARANTEED, by_words = strcmp(argv[4], "words") == 0;
    bool turns = channel && strcmp(argv[5], "turns") == 0;
    uint32_t memory = start_of(EXTERNAL) + (uint32_t)rank * sizeof own;
    uint32_t start = begin(atoi(argv[3]), 256);
    if (turns && rank)
        MPI_Recv(NULL, 0, MPI_BYTE, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (channel && ni_open_channel(memory, true) != QOS_DONE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int i = 0; i < MESSAGES; i++)
        copy(memory, atoi(argv[2]), by_words);
    if (channel)
        ni_close_channel(memory, true);
    uint32_t taken = cycles() - start;
    if (turns && rank + 1 < TASKS)
        MPI_Send(NULL, 0, MPI_BYTE, rank + 1, 0, MPI_COMM_WORLD);
    tell("task", taken, rank);
    MPI_Finalize();
    return 0;
}
