/* MPI_Allreduce of one word per rank, on chips with accumulators (link/accumulators.flags). An
 * accumulator is a device that combines one word of each rank. The ranks of the communicator must
 * fill a rectangle of tiles. Each rank stores its word into an accumulator, and finds the result in
 * its shared block.
 *
 * The result at each rank depends on the words of all ranks, so a rank that has the result knows
 * that all others have begun the operation. One accumulator and one place for the result are
 * therefore enough, and neither cells nor the barrier are involved. */
#include "hal/store.h"
#include "mpi/collective/cells.h"
#include "mpi/core/fibre.h"
#include "mpi/core/request.h"
#include "mpi/op/kind.h"

const char oc_accumulators;

/* The accumulators of the communicators. The index is the number of the first counter of the
 * communicator's barrier. A rank stores its word for operation i at the address `words` + 4 * i; if
 * `words` is 0, the communicator has no accumulator. `result` is the result, followed by a word
 * that becomes 1 when the result is there. */
static struct {
    hal_address words;
    volatile uint32_t *result;
} units[OC_COUNTERS];

/* The library's functions for the operations that accumulators can execute. */
static oc_fold *folds[HAL_XOR + 1];

static hal_address block_of(const void *comm, int rank) {
    return hal_shared_of(oc_communicator_world_rank(comm, rank));
}

/* A communicator with at least this many barrier counters can have an accumulator. It has as many
 * words in the shared block as counters. The barrier uses only the first of these words, so the
 * result gets two others. */
#define LEAST_COUNTERS 4

/* Sets up the barrier, and the accumulator with the number that belongs to the barrier's
 * counters. */
void oc_barrier_build_accumulators(struct oc_barrier *barrier, const struct oc_communicator *comm,
                                   int first) {
    struct hal_group all;
    int number = first / LEAST_COUNTERS, even = (first + 2) & ~1;
    oc_barrier_build_multicast(barrier, comm, first);
    units[first].words = 0;
    if (oc_barrier_counters_for(comm->size) < LEAST_COUNTERS || number >= hal_accumulators() ||
        !hal_group(&all, comm->size, block_of, comm))
        return;
    _Static_assert(OC_SHARED(released) % 8 == 0, "a result has an address that is a multiple of 8");
    units[first].words = hal_accumulate_group(number, &all, OC_SHARED(released) + 4 * (size_t)even);
    units[first].result = &oc_shared_block()->released[even];
    folds[HAL_ADD] = oc_sum[OC_U32];
    folds[HAL_MIN] = oc_min[OC_I32];
    folds[HAL_MAX] = oc_max[OC_I32];
    folds[HAL_MIN_UNSIGNED] = oc_min[OC_U32];
    folds[HAL_MAX_UNSIGNED] = oc_max[OC_U32];
    folds[HAL_AND] = oc_band[OC_U32];
    folds[HAL_OR] = oc_bor[OC_U32];
    folds[HAL_XOR] = oc_bxor[OC_U32];
    /* No rank may send a word before all ranks have set up the accumulator. */
    oc_barrier_anywhere(comm);
}

/* Returns the operation's number for accumulators, or HAL_XOR + 1 if they cannot execute it. */
static size_t operation_of(const struct oc_reduction *reduction) {
    size_t operation = 0;
    while (operation <= HAL_XOR && reduction->fold != folds[operation])
        operation++;
    return operation;
}

/* Sleeps until the result has arrived. */
__attribute__((noinline)) static void sleep_for(const struct oc_communicator *comm,
                                                const volatile uint32_t *is_there) {
    struct oc_request why;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, sizeof *is_there,
                    OC_EVERYBODY, OC_TAG_ALLREDUCE);
    while (!hal_observe(is_there))
        oc_await_anywhere(is_there, 0, &why);
}

int oc_allreduce_cells_accumulators(const struct oc_communicator *comm, const void *mine,
                                    void *result, size_t count, size_t bytes,
                                    const struct oc_reduction *reduction) {
    size_t unit = (size_t)(comm->barrier->released - oc_shared_block()->released), operation;
    hal_address words = units[unit].words;
    if (bytes != sizeof(uint32_t) || !words || (operation = operation_of(reduction)) > HAL_XOR)
        return oc_allreduce_cells_doubling(comm, mine, result, count, bytes, reduction);
    volatile uint32_t *there = units[unit].result;
    uint32_t word;
    oc_copy(&word, mine, sizeof word);
    hal_store(words + 4 * operation, word);
    int looks = OC_CELL_LOOKS;
    while (!hal_observe(&there[1]))
        if (!--looks) {
            sleep_for(comm, &there[1]);
            break;
        }
    word = there[0];
    there[1] = 0; /* no new result can arrive before this rank has sent its next word */
    oc_copy(result, &word, sizeof word);
    return MPI_SUCCESS;
}
