/* Figures 7 and 8: messages of no byte, and of 1 byte to 16 kB, from rank 0 to another one, whose
 * receiver waits already: from entry into MPI_Send to return from MPI_Recv; and there and back. And
 * what their data alone take into a memory and out of it. Arguments: the other rank; the memory
 * between the two, as controllers are numbered; "words", if the library copies them. */
#include <stdbool.h>
#include <stdlib.h>

#include "memory.h"

#define LONGEST 16384

/* Up to so many bytes are copied by words, more by transfers: as the library does it. */
#define WORDS 20

static char data[LONGEST] __attribute__((aligned(4)));
static int rank, other;
static bool by_words;

/* Nobody else uses the memory. */
static uint32_t copying(uint32_t memory, uint32_t bytes) {
    uint32_t start = cycles();
    if (bytes > WORDS && !by_words) {
        transfer(DMA_PUT, data, memory, bytes);
        transfer(DMA_GET, data, memory, bytes);
    } else {
        for (uint32_t at = 0; at < bytes; at += 4)
            WORD(memory + at) = WORD(data + at);
        for (uint32_t at = 0; at < bytes; at += 4)
            WORD(data + at) = WORD(memory + at);
    }
    return cycles() - start;
}

static uint32_t one_way(int bytes) {
    uint32_t times[2] = {0};
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            times[0] = cycles();
            MPI_Send(data, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
        } else if (rank == other) {
            MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            times[1] = cycles();
        }
    }
    if (rank == other)
        MPI_Send(&times[1], 1, MPI_UNSIGNED, 0, 1, MPI_COMM_WORLD);
    else
        MPI_Recv(&times[1], 1, MPI_UNSIGNED, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return times[1] - times[0];
}

static uint32_t ping_pong(int bytes) {
    uint32_t start = 0, end = 0;
    for (int i = 0; i <= WARM_UP; i++) {
        if (rank == 0) {
            let_others_wait();
            start = cycles();
            MPI_Send(data, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD);
            MPI_Recv(data, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            end = cycles();
        } else if (rank == other) {
            MPI_Recv(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(data, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
    return end - start;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = argc > 1 ? atoi(argv[1]) : 1;
    by_words = argc > 3;
    uint32_t memory = start_of(argc > 2 ? (uint32_t)atoi(argv[2]) : 0);
    for (int bytes = 0; (rank == 0 || rank == other) && bytes <= LONGEST;
         bytes = bytes ? 4 * bytes : 1) {
        uint32_t there = one_way(bytes), back = ping_pong(bytes);
        if (rank == 0) {
            uint32_t once = copying(memory, (uint32_t)bytes);
            printf("one_way_%d %u\none_way_copying_%d %u\n", bytes, (unsigned)there, bytes,
                   (unsigned)once);
            printf("ping_pong_%d %u\nping_pong_copying_%d %u\n", bytes, (unsigned)back, bytes,
                   2 * (unsigned)once);
        }
    }
    MPI_Finalize();
    return 0;
}
