/* Data with gaps, whose blocks rank 0 fetches from rank 1 one by one. Rank 0's DMA commands show at
 * which level, and rank 2 sees whether there is a channel. Runs on the chip, where fetching takes
 * time. */
#include <onchip_mpi.h>
#include <onchip_qos.h>
#include <stdbool.h>

#include "../check.h"
#include "commands.h"
#include "hal/hal.h"

#define WORDS 2048
#define BLOCK 16      /* words of a block; short blocks would be fetched together */
#define WATCHED 40000 /* cycles for which rank 2 watches: far more than the transfer takes */

static int data[2 * WORDS];

static int watch(void) {
    int channels = 0;
    bool was_open = false;
    for (uint64_t end = hal_cycles() + WATCHED; hal_cycles() < end;) {
        bool is_open = hal_circuit_state(0) == HAL_CIRCUIT_OPEN;
        channels += is_open && !was_open;
        was_open = is_open;
    }
    return channels;
}

static int fetch(int tag) {
    int channels = 0;
    MPI_Datatype type;
    MPI_Type_vector(WORDS / BLOCK, BLOCK, 2 * BLOCK, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Recv(data, 1, type, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(data, WORDS, MPI_INT, 0, tag, MPI_COMM_WORLD);
    if (rank == 2)
        channels = watch();
    MPI_Type_free(&type);
    return channels;
}

static void with_priority(void) {
    CHECK_EQUAL(fetch(ONCHIP_TAG_PRIORITY(6, 5)), 0);
    CHECK(rank || level_of_commands(DMA_GET, false) == 6);
}

/* Each block has a channel of its own, so that other processes get their channels in between.
 * The level that was set by hand before the message is restored. */
static void guaranteed(void) {
    fetch(ONCHIP_TAG_PRIORITY(6, 5));
    if (rank == 0)
        setPriority(0, 1, 6);
    int channels = fetch(ONCHIP_TAG_GUARANTEED(5));
    CHECK(rank != 2 || channels > 1);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(hal_priority_get(0, 1), 6);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        resetPriority(0, 1);
}

static const struct test tests[] = {
    {"with priority", with_priority}, {"guaranteed", guaranteed}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
