/* Figures 7 and 8: empty messages, and messages of 1 byte to 16 kB, from rank 0 to another rank.
 * Measures the time from entry into MPI_Send to return from MPI_Recv, the time of a message and its
 * answer, and the time to copy the data alone into a memory and out of it. Results are means of
 * several messages. Before each message, the receiver waits for fewer than `early` cycles, which
 * the seed draws, so that no result depends on the phase of a polling loop. Arguments: the other
 * rank; the number of the memory between the two, as controllers are numbered; a seed; early;
 * "words" if the library copies data by words, "direct" if it transfers them from tile to tile. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../draw.h"
#include "memory.h"

#define LONGEST 16384
#define MESSAGES 4
#define AHEAD 8000 /* cycles until a message begins, enough to notify both ranks */

/* Up to this many bytes are copied by words, more by transfers, as in the library. */
#define WORDS 20

static char data[LONGEST] __attribute__((aligned(4)));
static int rank, other;
static uint32_t state, early;
static bool by_words;

/* Copies data into the memory and out of it. No other process uses the memory. */
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

/* Fetches data directly from the other rank's tile. `there` is the address of the other rank's
 * buffer, in memory that other processes can read. */
static uint32_t fetching(uint32_t there, uint32_t bytes) {
    uint32_t start = cycles();
    transfer(DMA_GET, data, there, bytes);
    return cycles() - start;
}

static void send(const void *from, int bytes) {
    MPI_Send(from, bytes, MPI_BYTE, rank ? 0 : other, 0, MPI_COMM_WORLD);
}

static void receive(void *to, int bytes) {
    MPI_Recv(to, bytes, MPI_BYTE, rank ? 0 : other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A barrier that rank 0 leaves when a message begins, while the other rank leaves earlier. Returns
 * the time at which the message begins. */
static uint32_t agree(void) {
    uint32_t start = cycles() + AHEAD, before = draw(&state) % early;
    if (rank == 0)
        send(&start, sizeof start);
    else
        receive(&start, sizeof start);
    if ((int32_t)(cycles() - start + before) > 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    wait_for(rank ? start - before : start);
    return start;
}

static uint32_t one_way(int bytes) {
    uint32_t sum = 0, end;
    for (int i = 0; i < MESSAGES; i++) {
        uint32_t start = agree();
        if (rank == 0) {
            send(data, bytes);
            receive(&end, sizeof end);
            sum += end - start;
        } else {
            receive(data, bytes);
            end = cycles();
            send(&end, sizeof end);
        }
    }
    return sum / MESSAGES;
}

static uint32_t ping_pong(int bytes) {
    uint32_t sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
        uint32_t start = agree();
        if (rank == 0) {
            send(data, bytes);
            receive(data, bytes);
            sum += cycles() - start;
        } else {
            receive(data, bytes);
            send(data, bytes);
        }
    }
    return sum / MESSAGES;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc < 5)
        MPI_Abort(MPI_COMM_WORLD, 1);
    other = atoi(argv[1]);
    uint32_t memory = start_of((uint32_t)atoi(argv[2]));
    state = seeded(atoi(argv[3]), 0);
    early = (uint32_t)atoi(argv[4]);
    by_words = argc > 5 && strcmp(argv[5], "words") == 0;
    bool directly = argc > 5 && !by_words;
    if (directly && rank == 0)
        receive(&memory, sizeof memory);
    if (directly && rank == other) {
        memory = (uint32_t)(uintptr_t)malloc(LONGEST);
        send(&memory, sizeof memory);
    }
    if (rank == 0 || rank == other)
        one_way(LONGEST), ping_pong(LONGEST); /* warm-up */
    for (int bytes = 0; (rank == 0 || rank == other) && bytes <= LONGEST;
         bytes = bytes ? 4 * bytes : 1) {
        uint32_t there = one_way(bytes), back = ping_pong(bytes);
        if (rank == 0) {
            uint32_t once =
                directly ? fetching(memory, (uint32_t)bytes) : copying(memory, (uint32_t)bytes);
            printf("one_way_%d %u\none_way_copying_%d %u\n", bytes, (unsigned)there, bytes,
                   (unsigned)once);
            printf("ping_pong_%d %u\nping_pong_copying_%d %u\n", bytes, (unsigned)back, bytes,
                   2 * (unsigned)once);
        }
    }
    MPI_Finalize();
    return 0;
}
