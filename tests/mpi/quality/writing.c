/* Long urgent messages of the rendezvous transport through the external memory of two subclusters:
 * rank 0 sends two at a time, to ranks 8 and 9, and does other work meanwhile. */
#include <onchip_mpi.h>
#include <onchip_qos.h>
#include <stdbool.h>

#include "../check.h"
#include "hal/hal.h"

#define WORDS 4096 /* two fragments */
#define BY_HAND 2  /* the priority level that rank 0 has set itself for the memory */

static int data[2][WORDS];

/* Each call has the levels of two messages, the first of which is shorter. While the second
 * message is being written, the level of the memory must be that of the second message. */
static void write_two(int first, int second) {
    MPI_Request requests[2];
    int memory = hal_places() + hal_controller_between(0, 8), there = 0, looks = 0;
    setPriority(0, memory, BY_HAND);
    MPI_Isend(data[0], WORDS / 8, MPI_INT, 8, ONCHIP_TAG_PRIORITY(first, 5), MPI_COMM_WORLD,
              &requests[0]);
    MPI_Isend(data[1], WORDS, MPI_INT, 9, ONCHIP_TAG_PRIORITY(second, 5), MPI_COMM_WORLD,
              &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    for (; !there; MPI_Test(&requests[1], &there, MPI_STATUS_IGNORE))
        looks += hal_priority_get(0, memory) == second;
    CHECK(looks > 2);
    CHECK_EQUAL(hal_priority_get(0, memory), BY_HAND);
    resetPriority(0, memory);
}

static void both(int first, int second) {
    data[0][0] = data[1][WORDS - 1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        data[0][0] = 8;
        data[1][WORDS - 1] = 9;
        write_two(first, second);
    }
    if (rank == 8 || rank == 9) {
        MPI_Recv(data[rank - 8], WORDS, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(rank == 8 ? data[0][0] : data[1][WORDS - 1], rank);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void same_level(void) {
    both(5, 5);
}

static void other_level(void) {
    both(7, 3);
}

static const struct test tests[] = {
    {"same level", same_level}, {"other level", other_level}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
