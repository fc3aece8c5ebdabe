/* The effect of annotations: cycles of messages from rank 15 to rank 0 on 4×4 tiles, from the call
 * of MPI_Send to the return of MPI_Recv, in an empty network and while other ranks load the links
 * on the way, in both directions of the protocol. Prints a line for each: words, annotation, load,
 * cycles. */
#include <onchip_mpi.h>
#include <stdbool.h>

#include "../check.h"
#include "hal/hal.h"
#include "hal/store.h"

#define ROUNDS 6
#define BYTES 4096 /* bytes of a transfer of the load */
/* This number is not a multiple of the period of the load's packets, so that messages meet every
 * phase of a packet. */
#define PAUSE 5037
#define TRANSFERS (8 * ROUNDS)

static char buffer[2 * BYTES], there[BYTES];
static int data[1024];

/* Fills the links by transfers between this process and a buffer of another one. Two transfers are
 * in progress at a time. */
static void fill_links(int other, bool put) {
    hal_address own = hal_global(there);
    hal_transfer transfer[2];
    hal_address at = hal_memory_address(other) + (own - hal_memory_address(rank));
    for (int i = 0; i < TRANSFERS; i++) {
        char *half = buffer + i % 2 * BYTES;
        if (i > 1)
            hal_finish(transfer[i % 2]);
        transfer[i % 2] = put ? hal_put(at, half, BYTES) : hal_get(half, at, BYTES);
    }
    hal_finish_all();
}

/* Loads the links of the route 15, 14, 13, 12, 8, 4, 0. Returns the time at which the load was
 * over. Without a load, returns a time that never comes. */
static uint64_t load(void) {
    if (rank == 14 || rank == 13)
        fill_links(12, true);
    else if (rank == 8)
        fill_links(4, true);
    else if (rank == 12)
        fill_links(14, false);
    else if (rank == 4)
        fill_links(12, false);
    else
        return UINT64_MAX;
    return hal_cycles();
}

/* Sleeps until an exact cycle. If the function polled, it would end later by a part of the
 * polling loop. */
static void sleep_until(uint64_t time) {
    while (hal_cycles() < time)
        hal_wait(time);
}

static MPI_Comm pair;

/* Closes the channel that this process may have kept open, so that each guaranteed message opens
 * one. The other channel uses no link of the load. */
static void close_kept_channel(void) {
    uint32_t aside = hal_memory_address(rank == 15 ? 11 : 1);
    if (hal_circuit_open(aside, false) == HAL_CIRCUIT_DONE)
        hal_circuit_close(aside, false);
}

/* Sends messages at known times. Between the messages, the load cannot delay either rank. */
#define BCAST (-1) /* stands for a broadcast in place of a tag */
static uint32_t messages(int words, int tag, uint64_t start) {
    uint32_t sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t begin = start + (uint64_t)(i + 1) * PAUSE;
        if (rank == 15)
            sleep_until(begin);
        if (tag < 0)
            MPI_Bcast(data, words, MPI_INT, 1, pair);
        else if (rank == 15)
            MPI_Send(data, words, MPI_INT, 0, tag, MPI_COMM_WORLD);
        else
            MPI_Recv(data, words, MPI_INT, 15, 42, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += (uint32_t)(hal_cycles() - begin);
        close_kept_channel();
    }
    return sum;
}

/* The first guaranteed message takes longer, because the library looks the channel's target up. */
static void messages_before(void) {
    if (rank == 0 || rank == 15)
        messages(1, ONCHIP_TAG_GUARANTEED(42), hal_cycles() + 10000);
}

static void measure(int words, const char *name, int tag, bool loaded) {
    uint64_t start = hal_cycles() + 10000, end = UINT64_MAX, all;
    uint32_t sum = 0;
    MPI_Bcast(&start, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    sleep_until(start);
    if (rank == 0 || rank == 15) {
        sum = messages(words, tag, start);
        start = hal_cycles();
    } else if (loaded) {
        end = load();
    }
    MPI_Reduce(&end, &all, 1, MPI_UINT64_T, MPI_MIN, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d %s %s %lu %s\n", words, name, loaded ? "loaded" : "empty",
               (unsigned long)(sum / ROUNDS), start < all ? "" : "without load in the end");
}

static void annotate(const char *key, const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    MPI_Comm_set_info(pair, info);
    MPI_Info_free(&info);
}

static void broadcasts(int words) {
    static const char *const kinds[][3] = {{"bcast", "onchip_priority", "none"},
                                           {"bcast-lowest", "onchip_priority", "0"},
                                           {"bcast-highest", "onchip_priority", "7"},
                                           {"bcast-guaranteed", "onchip_guaranteed", "true"}};
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 || rank == 15, rank, &pair);
    for (int i = 0; i < 4; i++) {
        annotate(kinds[i][1], kinds[i][2]);
        for (int loaded = 0; loaded < 2; loaded++)
            measure(words, kinds[i][0], BCAST, loaded);
    }
    MPI_Comm_free(&pair);
}

int main(int argc, char **argv) {
    static const int words[] = {1, 1024};
    static const struct {
        const char *name;
        int tag;
    } kinds[] = {{"plain", 42},
                 {"lowest", ONCHIP_TAG_PRIORITY(0, 42)},
                 {"highest", ONCHIP_TAG_PRIORITY(7, 42)},
                 {"guaranteed", ONCHIP_TAG_GUARANTEED(42)}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    /* The duration of a message depends on the state in which earlier messages have left the
     * library, such as the command buffer that is next. So the two messages that are compared
     * follow each other. */
    messages_before();
    for (int i = 0; i < 2; i++)
        for (int kind = 0; kind < 4; kind++)
            for (int loaded = 0; loaded < 2; loaded++)
                measure(words[i], kinds[kind].name, kinds[kind].tag, loaded);
    broadcasts(1024);
    MPI_Finalize();
    return 0;
}
