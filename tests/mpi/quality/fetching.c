/* The order and the level at which a receiver fetches several offered messages. Rank 0 receives
 * long messages from other ranks, each in its own tile; when one has arrived, a word shows which
 * messages are in progress. Runs on the chip, where fetching takes time. */
#include <onchip_mpi.h>
#include <onchip_qos.h>

#include "../check.h"
#include "commands.h"
#include "hal/hal.h"

#define WORDS 4096
#define MOST 6
#define SHORT 16  /* words; the shortest messages that are sent by rendezvous have 15 */
#define PLACES 64 /* places in an inbox */
#define STEP 1000 /* cycles between offers, so that each arrives before the next one */
#define BY_HAND 2 /* the priority level that rank 0 has set itself for the memory of rank 1 */

static int data[MOST][WORDS];
static MPI_Request requests[MOST];

struct message {
    int from, words, tag; /* tag 5, with an annotation */
};

/* Posts the receives of all messages, and then offers the messages in this order. */
static void offer(const struct message *messages, int count) {
    for (int i = 0; i < count; i++) {
        requests[i] = MPI_REQUEST_NULL;
        if (rank == 0)
            MPI_Irecv(data[i], WORDS, MPI_INT, messages[i].from, 5, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    uint64_t start = hal_cycles();
    for (int i = 0; i < count; i++)
        if (rank == messages[i].from) {
            while (hal_cycles() < start + (uint64_t)(STEP * i))
                ;
            MPI_Isend(data[i], messages[i].words, MPI_INT, 0, messages[i].tag, MPI_COMM_WORLD,
                      &requests[i]);
        }
}

static int next(int count) {
    int which;
    MPI_Waitany(count, requests, &which, MPI_STATUS_IGNORE);
    return which;
}

static void finish(int count) {
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The most urgent message is fetched first. Among equally urgent messages, the one that was
 * offered first is fetched first. Two messages that are more urgent than all others delay the
 * rest. */
static void order(void) {
    static const struct message messages[MOST] = {
        {1, WORDS / 4 * 3, ONCHIP_TAG_PRIORITY(7, 5)}, {2, WORDS, ONCHIP_TAG_PRIORITY(7, 5)},
        {3, WORDS, ONCHIP_TAG_PRIORITY(2, 5)},         {4, WORDS, ONCHIP_TAG_PRIORITY(5, 5)},
        {5, WORDS, ONCHIP_TAG_PRIORITY(5, 5)},         {6, WORDS, ONCHIP_TAG_PRIORITY(2, 5)}};
    static const int expected[MOST] = {0, 1, 3, 4, 2, 5};
    offer(messages, MOST);
    for (int i = 0; rank == 0 && i < MOST; i++)
        CHECK_EQUAL(next(MOST), expected[i]);
    finish(MOST);
}

/* At most two equally urgent messages are fetched at a time, so the first arrives long before the
 * third. (This test needs a network that serves all inputs in turn; otherwise the first message
 * could be first anyway.) */
static void two_at_a_time(int tag) {
    const struct message messages[3] = {{1, WORDS, tag}, {2, WORDS, tag}, {3, WORDS, tag}};
    offer(messages, 3);
    uint64_t start = hal_cycles(), times[3];
    for (int i = 0; rank == 0 && i < 3; i++) {
        next(3);
        times[i] = hal_cycles() - start;
    }
    CHECK(rank || 5 * times[0] < 4 * times[2]);
    finish(3);
}

static void alike(void) {
    two_at_a_time(5);
    two_at_a_time(ONCHIP_TAG_PRIORITY(4, 5));
}

/* Two messages come from the same tile. When the first has arrived and the second has not, the DMA
 * commands of rank 0 must have the level of the second. */
static void from_one_tile(int first, int second) {
    const struct message messages[2] = {{1, WORDS / 2, ONCHIP_TAG_PRIORITY(first, 5)},
                                        {1, WORDS, ONCHIP_TAG_PRIORITY(second, 5)}};
    if (rank == 0)
        setPriority(0, 1, BY_HAND);
    offer(messages, 2);
    if (rank == 0) {
        CHECK_EQUAL(next(2), 0);
        CHECK_EQUAL(level_of_commands(DMA_GET, true), second);
        CHECK_EQUAL(next(2), 1);
        CHECK_EQUAL(hal_priority_get(0, 1), BY_HAND);
        resetPriority(0, 1);
    }
    finish(2);
}

static void same_level(void) {
    from_one_tile(5, 5);
}

static void other_level(void) {
    from_one_tile(7, 3);
}

/* Rank 0 gets a plain offer in a slot of the inbox that held an annotated offer before. The test
 * tries all slots. */
static void plain_after_urgent(void) {
    MPI_Request request;
    int there = 0, seen = 0;
    for (int i = 0; i < PLACES && rank < 2; i++)
        if (rank)
            MPI_Send(data[0], SHORT, MPI_INT, 0, ONCHIP_TAG_PRIORITY(6, 5), MPI_COMM_WORLD);
        else
            MPI_Recv(data[0], SHORT, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(data[0], WORDS, MPI_INT, 0, 5, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Irecv(data[0], WORDS, MPI_INT, 1, 5, MPI_COMM_WORLD, &request);
        while (!there) {
            MPI_Test(&request, &there, MPI_STATUS_IGNORE);
            seen += level_of_commands(DMA_GET, true) >= 0;
        }
    }
    CHECK_EQUAL(seen, 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct test tests[] = {{"order", order},
                                    {"alike", alike},
                                    {"same level", same_level},
                                    {"other level", other_level},
                                    {"plain after urgent", plain_after_urgent},
                                    {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
