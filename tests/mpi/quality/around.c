/* Annotations affect only their own messages. Afterwards, the levels that a program has set by hand
 * are restored, and no channel is left open. A channel that the program has opened is used and
 * stays open. */
#include <onchip_mpi.h>
#include <onchip_qos.h>
#include <stdbool.h>

#include "../check.h"
#include "hal/hal.h"

#define WORDS 400
#define MOST 16 /* ranks */

static int data[WORDS];
static const int lengths[] = {0, 1, 14, 15, WORDS};
#define LENGTHS 5

/* The level that this process has set by hand for each memory. The processes of a tile share one
 * level for each memory. */
static int by_hand(int memory) {
    return (rank + 3 * hal_tile_of(memory)) % 8;
}

static void set_by_hand(void) {
    for (int memory = 0; memory < size; memory++)
        CHECK_EQUAL(setPriority(rank, memory, by_hand(memory)), QOS_DONE);
}

static void reset(void) {
    for (int memory = 0; memory < size; memory++)
        CHECK_EQUAL(resetPriority(rank, memory), QOS_DONE);
}

static void as_by_hand(void) {
    for (int memory = 0; memory < size; memory++)
        CHECK_EQUAL(hal_priority_get(rank, memory), by_hand(memory));
    CHECK_EQUAL(hal_circuit_state(rank), HAL_CIRCUIT_CLOSED);
}

/* Sends a message around the ring, with or without an annotation. */
static void around(int words, int tag, MPI_Comm comm) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    static int got[WORDS];
    for (int i = 0; i < words; i++)
        data[i] = rank * 1000 + i;
    MPI_Sendrecv(data, words, MPI_INT, right, tag, got, words, MPI_INT, left, 5, comm,
                 MPI_STATUS_IGNORE);
    int wrong = 0;
    for (int i = 0; i < words; i++)
        wrong += got[i] != left * 1000 + i;
    CHECK_EQUAL(wrong, 0);
}

static void restored(void) {
    set_by_hand();
    for (int i = 0; i < LENGTHS; i++)
        for (int level = 0; level <= 8; level++) {
            around(lengths[i], level < 8 ? ONCHIP_TAG_PRIORITY(level, 5) : ONCHIP_TAG_GUARANTEED(5),
                   MPI_COMM_WORLD);
            as_by_hand();
        }
    reset();
}

/* Data with gaps, in small and large blocks, are fetched in parts. */
static void in_parts(void) {
    static const int blocks[] = {1, 20};
    set_by_hand();
    for (int i = 0; i < 2; i++)
        for (int guaranteed = 0; guaranteed < 2; guaranteed++) {
            MPI_Datatype type;
            int right = (rank + 1) % size, left = (rank + size - 1) % size, wrong = 0;
            static int got[2 * WORDS];
            MPI_Type_vector(WORDS / blocks[i], blocks[i], 2 * blocks[i], MPI_INT, &type);
            MPI_Type_commit(&type);
            for (int k = 0; k < WORDS; k++)
                data[k] = rank * 1000 + k;
            int tag = guaranteed ? ONCHIP_TAG_GUARANTEED(6) : ONCHIP_TAG_PRIORITY(6, 6);
            MPI_Sendrecv(data, WORDS, MPI_INT, right, tag, got, 1, type, left, 6, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            for (int k = 0; k < WORDS; k++)
                wrong += got[k / blocks[i] * 2 * blocks[i] + k % blocks[i]] != left * 1000 + k;
            CHECK_EQUAL(wrong, 0);
            as_by_hand();
            MPI_Type_free(&type);
        }
    reset();
}

static void annotate(MPI_Comm comm, const char *key, const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    CHECK_EQUAL(MPI_Comm_set_info(comm, info), MPI_SUCCESS);
    MPI_Info_free(&info);
}

/* Calls of the published functions between two collectives, which may be annotated themselves. */
static void between_collectives(void) {
    int sum, all = size * (size - 1) / 2;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < 3; i++) {
        set_by_hand();
        for (int k = 0; k < 3; k++) {
            sum = 0;
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
            CHECK_EQUAL(sum, all);
            as_by_hand();
        }
        reset();
        MPI_Bcast(data, WORDS, MPI_INT, i % size, comm);
        for (int memory = 0; memory < size; memory++)
            CHECK_EQUAL(hal_priority_get(rank, memory), 0);
        uint32_t next = qos_address((rank + 1) % size);
        int opened = ni_open_channel(next, false);
        if (opened == QOS_DONE)
            CHECK_EQUAL(ni_close_channel(next, false), QOS_DONE);
        else
            CHECK_EQUAL(opened, hal_has_circuits() ? QOS_REFUSED : QOS_NO_CHANNELS);
        annotate(comm, i % 2 ? "onchip_guaranteed" : "onchip_priority", i % 2 ? "true" : "4");
    }
    MPI_Comm_free(&comm);
}

/* If a process has opened a channel itself, guaranteed messages use it and do not close it. */
static void own_channel(void) {
    for (int turn = 0; turn < size; turn++) {
        int to = (turn + 1) % size, other = (turn + 2) % size;
        MPI_Barrier(MPI_COMM_WORLD);
        bool open = false;
        uint32_t address = qos_address(to);
        if (rank == turn)
            open = ni_open_channel(address, false) == QOS_DONE;
        if (rank == turn)
            MPI_Send(data, 14, MPI_INT, to, ONCHIP_TAG_GUARANTEED(7), MPI_COMM_WORLD);
        if (rank == to)
            MPI_Recv(data, 14, MPI_INT, turn, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == turn && other != turn)
            MPI_Send(data, 14, MPI_INT, other, ONCHIP_TAG_GUARANTEED(8), MPI_COMM_WORLD);
        if (rank == other && other != turn)
            MPI_Recv(data, 14, MPI_INT, turn, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (open) {
            CHECK_EQUAL(hal_circuit_state(rank), HAL_CIRCUIT_OPEN);
            CHECK_EQUAL(ni_close_channel(address, false), QOS_DONE);
        }
        CHECK_EQUAL(hal_priority_get(rank, to), 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* All ranks repeatedly open channels to the same memory, and from it, at the same time. */
static void crowd(void) {
    static int got[MOST][WORDS];
    MPI_Request requests[MOST];
    for (int turn = 0; turn < 2 * size; turn++) {
        int root = turn / 2, words = turn % 2 ? WORDS : 1;
        for (int i = 0; i < words; i++)
            data[i] = rank + i;
        if (rank != root) {
            MPI_Send(data, words, MPI_INT, root, ONCHIP_TAG_GUARANTEED(9), MPI_COMM_WORLD);
            continue;
        }
        for (int i = 0; i < size; i++)
            if (i != root)
                MPI_Irecv(got[i], words, MPI_INT, i, 9, MPI_COMM_WORLD, &requests[i]);
        requests[root] = MPI_REQUEST_NULL;
        MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < size; i++)
            CHECK(i == root || got[i][words - 1] == i + words - 1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct test tests[] = {{"restored", restored},
                                    {"in parts", in_parts},
                                    {"between collectives", between_collectives},
                                    {"own channel", own_channel},
                                    {"crowd", crowd},
                                    {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
