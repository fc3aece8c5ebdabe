/* A communicator's barrier in hardware: a tree of counters (hal.h) over its ranks.
 *
 * Each group has two counters at its leader (tree.h). A rank that arrives adds 1 to its group's
 * first counter. When this counter becomes 0, it adds 1 to the first counter of the group above.
 * The first counter of the highest group notifies all ranks through the second counters, down to a
 * word in each rank's shared block. So a counter never needs more than HAL_NOTIFICATIONS
 * notifications, and a rank is awake only to arrive.
 *
 * Before its first barrier, the ranks of a communicator agree on counters that all of them have
 * free; MPI_COMM_WORLD's are known (agree_run.h). A rank may add to a counter before the counter's
 * leader has set it up: the addition counts all the same (hal_counter_start()). For this reason, a
 * counter that no communicator uses is kept at 0 and has no notifications. */
#ifndef MPI_COLLECTIVE_BARRIER_H
#define MPI_COLLECTIVE_BARRIER_H

#include "hal/store.h"
#include "link/variant.h"
#include "mpi/core/communicator.h"

/* Where the ranks of a communicator are on the chip (transport/native/collective/shape.c). */
struct oc_shape {
    int ranks; /* 0: not known yet */
    /* The number of consecutive ranks, from rank 0 on, in rank 0's row of the mesh, if it divides
     * the number of all ranks. Otherwise all ranks are treated as one row, and this is their
     * number. */
    int row;
    int in_tile;      /* consecutive ranks, from rank 0 on, in the tile of rank 0 */
    int middle_links; /* links across the middle of the ranks' part of the chip */
    /* The number of ranks in a row for an allgather by doubling, as the exponent of a power of
     * two. */
    unsigned row_bits;
};

struct oc_barrier {
    /* The counter of this rank's group. It is 0 between the two steps of a barrier, and if there
     * are no counters. */
    hal_address arrive;
    /* A word in this rank's shared block, which becomes 1 when all ranks have arrived. */
    volatile uint32_t *released;
    /* The counter of this rank's group, even while `arrive` is 0. It is 0 if the barrier uses
     * messages. */
    hal_address counter;
    bool tried; /* the ranks have agreed whether there are counters */
    /* `small`: number of operations so far for which cells would be useful (cells.h), counted up to
     * 2. `exposures`: number of operations before the first barrier for which it would be useful if
     * ranks read each other's data (transport/native/collective/exposure.h). */
    uint8_t small, exposures;
    /* The length for which an algorithm was chosen last, and this algorithm
     * (transport/native/collective/bcast_direct.c). */
    uint8_t chosen;
    size_t chosen_for;
    struct oc_shape shape;
    /* The largest blocks in bytes for which a gather or scatter goes along a tree although it could
     * do without messages; 0: not known yet (transport/native/collective/gather_direct.c). */
    uint16_t tree_bytes;
    /* `takes_rounds`: whether an all-to-all whose blocks have the length `rounds_for` in bytes goes
     * in rounds. `rounds_without_agreement`: whether an all-to-all may do so although its ranks
     * have not agreed on a length (transport/native/collective/alltoall_direct.c). */
    bool takes_rounds;
    uint8_t rounds_without_agreement;
    size_t rounds_for;
    struct oc_cells *cells; /* null: there are none */
    /* The place in shared blocks where nonblocking collectives expose data. It is OC_EXPOSURES if
     * there is no place, and 0 if the ranks have not agreed yet. It is not used where threads take
     * turns. */
    uint8_t exposure;
};

/* Bytes of a communicator's cells, which are behind its struct oc_barrier. Null in programs without
 * cells. */
size_t oc_cells_bytes(int size) OC_OPTIONAL;

/* The communicator's barrier, which may be a new one that is not set up yet; null: there is no
 * memory. */
struct oc_barrier *oc_barrier_of(struct oc_communicator *comm);

/* Called if a communicator has no barrier at present, perhaps because nonblocking collectives use
 * it (nonblocking/order.h). Lets the caller use barrier and cells, or returns false. Null in
 * programs without such collectives. */
bool oc_order_admit(struct oc_communicator *comm) OC_OPTIONAL;

/* Whether oc_order_admit() would return true and data may be exposed. Only code on a fibre calls
 * this function. */
bool oc_order_may_admit(const struct oc_communicator *comm) OC_OPTIONAL;

/* Sets up this rank's part of the barrier, with the counters from `first` on. */
void oc_barrier_build(struct oc_barrier *barrier, const struct oc_communicator *comm, int first);
OC_VARIANTS(oc_barrier_build, oc_barrier_build_on_tree, oc_barrier_build_multicast,
            oc_barrier_build_accumulators);

/* The number of counters that a barrier of `size` ranks uses. */
int oc_barrier_counters_for(int size);

/* A barrier in two steps. The first step arrives without waiting. The second step waits for the
 * other ranks, and must come before any other use of the barrier. Between the two steps, `arrive`
 * is 0. */
static inline void oc_barrier_arrive(const struct oc_communicator *comm) {
    hal_counter_add(comm->barrier->counter, 1);
    comm->barrier->arrive = 0;
}

/* Waits for the barrier. `onchip run --trace`, `--report` and `--advise` observe the calls of this
 * function. If the member `arrive` is not 0 in a call, the rank has arrived just before the call
 * (python/onchip/trace/probes.py). */
int oc_barrier_await(const struct oc_communicator *comm);
/* Does what oc_barrier_await() does, but may also wait on a fibre. */
void oc_barrier_await_anywhere(const struct oc_communicator *comm);

static inline void oc_barrier_complete(const struct oc_communicator *comm) {
    struct oc_barrier *barrier = comm->barrier;
    if (barrier->arrive)
        return;
    if (hal_observe(barrier->released))
        *barrier->released = 0;
    else
        oc_barrier_await_anywhere(comm);
    barrier->arrive = barrier->counter;
}

/* Frees the communicator's barrier, its counters and its cells. All ranks of the communicator call
 * this function when no rank waits in a barrier. */
void oc_barrier_free(struct oc_communicator *comm);

#endif
