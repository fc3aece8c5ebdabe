/* Measures, in cycles, accesses to memory from malloc(), and messages from rank 0 to rank 1, which
 * are neighbours. Prints "NAME CYCLES" lines. */
#include <stdlib.h>
#include <string.h>

#include "cycles.h"

#define LONGEST 65536
#define WORDS 64

static volatile int *words;
static char *data, *other;

/* The cycles of a loop without an access, which are subtracted from those of each loop with one. */
static uint32_t empty_loop(void) {
    uint32_t start = cycles();
    for (int i = 0; i < WORDS; i++)
        __asm__ volatile("" ::"r"(i));
    return cycles() - start;
}

static void accesses(void) {
    uint32_t loop = empty_loop(), start = cycles();
    for (int i = 0; i < WORDS; i++)
        (void)words[i];
    printf("heap_load %u\n", (unsigned)((cycles() - start - loop) / WORDS));
    start = cycles();
    for (int i = 0; i < WORDS; i++)
        words[i] = i;
    printf("heap_store %u\n", (unsigned)((cycles() - start - loop) / WORDS));
}

static void calls(void) {
    uint32_t start = cycles();
    memcpy(other, data, 4096);
    printf("heap_memcpy_4kB %u\n", (unsigned)(cycles() - start));
    start = cycles();
    memset(other, 1, 4096);
    printf("heap_memset_4kB %u\n", (unsigned)(cycles() - start));
    start = cycles();
    void *volatile block = malloc(100);
    printf("heap_malloc %u\n", (unsigned)(cycles() - start));
    free(block);
}

/* Measures the time from entry into MPI_Send to return from MPI_Recv, which the receiver has called
 * before. */
static void one_way(int rank, const char *name, int bytes) {
    uint32_t sent = 0, received = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            sent = cycles();
            MPI_Send(data, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            received = cycles();
        }
    }
    if (rank == 0) {
        MPI_Recv(&received, 1, MPI_UNSIGNED, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("heap_send_%s %u\n", name, (unsigned)(received - sent));
    } else {
        MPI_Send(&received, 1, MPI_UNSIGNED, 0, 1, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv) {
    int rank;
    data = malloc(LONGEST), other = malloc(LONGEST);
    words = (volatile int *)other;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    memset(data, 0, LONGEST);
    if (rank == 0) {
        accesses();
        calls();
    }
    one_way(rank, "4B", 4);
    one_way(rank, "56B", 56);
    one_way(rank, "1kB", 1024);
    one_way(rank, "16kB", 16384);
    one_way(rank, "64kB", LONGEST);
    MPI_Finalize();
    return 0;
}
