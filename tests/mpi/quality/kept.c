/* The durations of words from the last rank to rank 0, each from the call of MPI_Send to the return
 * of MPI_Recv: unmarked words, then guaranteed ones, whose channel stays open. Then rank 1 sends to
 * rank 0, which needs a link of the channel, and another guaranteed word follows. Prints a line for
 * each word: annotation, cycles. */
#include <onchip_mpi.h>

#include "../check.h"
#include "hal/hal.h"

#define WORDS 4
#define PAUSE 5000

static uint64_t start;

/* Sleeps until an exact cycle. If the function polled, it would end later by a part of the polling
 * loop. */
static void sleep_until(uint64_t time) {
    while (hal_cycles() < time)
        hal_wait(time);
}

static void send_words(const char *name, int source, int tag, int words) {
    for (int i = 0; i < words; i++) {
        start += PAUSE;
        if (rank != 0 && rank != source)
            continue;
        int word = i;
        if (rank == source) {
            sleep_until(start);
            MPI_Send(&word, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
            continue;
        }
        MPI_Recv(&word, 1, MPI_INT, source, 42, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(word == i);
        printf("%s %u\n", name, (unsigned)(hal_cycles() - start));
    }
}

int main(int argc, char **argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    start = hal_cycles() + 10000;
    MPI_Bcast(&start, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    send_words("plain", size - 1, 42, WORDS);
    send_words("guaranteed", size - 1, ONCHIP_TAG_GUARANTEED(42), WORDS);
    send_words("other", 1, 42, 2);
    send_words("again", size - 1, ONCHIP_TAG_GUARANTEED(42), 2);
    start += PAUSE;
    sleep_until(start);
    MPI_Finalize();
    return 0;
}
