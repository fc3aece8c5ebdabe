/* A communicator's barrier in hardware: a tree of counters (hal.h) over its ranks.
 *
 * The ranks form groups, and these form larger groups (tree.h). Each group has two counters at its
 * leader. A rank that arrives adds 1 to the first counter of its group. When this counter becomes
 * 0, it adds 1 to the first counter of the group on the next level. The first counter of the
 * highest group notifies all ranks: through the second counters of the groups below, down to a word
 * in each rank's shared block. So a counter never needs more than HAL_NOTIFICATIONS notifications,
 * and a rank does nothing but arrive.
 *
 * Before the first barrier of a communicator, its ranks agree on counters that are free at all of
 * them; those of MPI_COMM_WORLD are known (agree_run.h). A rank may add to a counter before the
 * counter's leader has set it up, and the addition still counts (hal_counter_start()). For this
 * reason, a counter that no communicator uses is kept at 0 and has no notifications. */
#ifndef MPI_COLLECTIVE_BARRIER_H
#define MPI_COLLECTIVE_BARRIER_H

#include "hal/store.h"
#include "link/variant.h"
#include "mpi/core/communicator.h"

/* A walk through the ranks of a communicator: along each second row of the mesh backwards, so that
 * successive ranks are neighbors. */
struct oc_walk {
    int rank;
    int step; /* distance to the next rank in the row, 1 or -1 */
    int left; /* number of ranks that follow in the row */
};

/* Where the ranks of a communicator are on the chip (transport/native/collective/shape.c). */
struct oc_shape {
    int ranks; /* 0: not known yet */
    /* The number of consecutive ranks, from rank 0 on, that are in one row of the mesh. If all
     * ranks together do not fill whole rows of this length, they are treated as one row. */
    int row;
    int in_tile;      /* number of consecutive ranks, from rank 0 on, in the tile of rank 0 */
    int middle_links; /* number of links across the middle of the ranks' part of the chip */
    /* The binary logarithm of the number of ranks in a row of an allgather by doubling. */
    unsigned row_bits;
    /* This rank in a walk through all ranks: the number of ranks that precede it, and the ranks one
     * and two steps before it and after it. */
    struct oc_walk own;
    int place, before[2], after[2];
};

struct oc_place; /* transport/native/collective/exposure.h */

struct oc_barrier {
    /* The address of the counter of this rank's group. It is 0 if there are no counters, and after
     * a rank has arrived at a barrier in two steps without waiting for the others. */
    hal_address arrive;
    /* A word in this rank's shared block, which becomes 1 when all ranks have arrived. */
    volatile uint32_t *released;
    /* The address of the counter of this rank's group, even while `arrive` is 0. It is 0 if the
     * barrier uses messages. */
    hal_address counter;
    bool tried; /* the ranks have agreed whether the barrier uses counters */
    /* `small`: the number of collectives so far that could use cells (cells.h), up to 2.
     * `exposures`: the number of collectives before the first barrier for which ranks could read
     * each other's data (transport/native/collective/exposure.h). */
    uint8_t small, exposures;
    /* The algorithm that was chosen for the last broadcast, and the length in bytes for which it
     * was chosen (transport/native/collective/bcast_direct.c). */
    uint8_t chosen;
    size_t chosen_for;
    struct oc_shape shape;
    /* For a broadcast in pieces: the length of a piece, and the last root with its place in a walk
     * through all ranks. */
    size_t piece;
    int root, root_place;
    struct oc_place *table; /* null until this rank has been a root (ring.c) */
    /* The largest block length in bytes for which a gather or scatter uses messages along a tree
     * although it could use direct access to memory. 0 if not known yet
     * (transport/native/collective/gather_direct.c). */
    uint16_t tree_bytes;
    /* `takes_rounds`: whether an all-to-all with blocks of `rounds_for` bytes goes in rounds.
     * `rounds_without_agreement`: whether an all-to-all may go in rounds although its ranks have
     * not agreed on a block length (transport/native/collective/alltoall_direct.c). */
    bool takes_rounds;
    uint8_t rounds_without_agreement;
    size_t rounds_for;
    struct oc_cells *cells; /* null: there are none */
    /* The place in the shared blocks where nonblocking collectives of this communicator expose
     * data. It is 0 if the ranks have not agreed on one yet, and OC_EXPOSURES if none was free. It
     * is not used if several threads may call MPI. */
    uint8_t exposure;
};

/* The number of bytes of a communicator's cells, which follow its struct oc_barrier in memory. Null
 * in programs without cells. */
size_t oc_cells_bytes(int size) OC_OPTIONAL;

/* Returns the communicator's barrier. If there is none, makes one, which is not set up yet. Null if
 * there is no memory. */
struct oc_barrier *oc_barrier_of(struct oc_communicator *comm);

/* Called if a communicator has no barrier at present, perhaps because nonblocking collectives use
 * it (nonblocking/order.h). Waits until the caller may use the barrier and the cells, or returns
 * false if it must not. Null in programs without nonblocking collectives. */
bool oc_order_admit(struct oc_communicator *comm) OC_OPTIONAL;

/* Called on a fibre: whether oc_order_admit() would return true and the ranks may expose data. */
bool oc_order_may_admit(const struct oc_communicator *comm) OC_OPTIONAL;

/* Sets up this rank's part of the barrier, with the counters whose numbers begin with `first`. */
void oc_barrier_build(struct oc_barrier *barrier, const struct oc_communicator *comm, int first);
OC_VARIANTS(oc_barrier_build, oc_barrier_build_on_tree, oc_barrier_build_multicast,
            oc_barrier_build_accumulators);

/* The number of counters that a barrier of `size` ranks uses. */
int oc_barrier_counters_for(int size);

/* The first step of a barrier in two steps: arrives without waiting. The second step waits for the
 * other ranks, and must come before any other use of the barrier. Between the two steps, `arrive`
 * is 0. */
static inline void oc_barrier_arrive(const struct oc_communicator *comm) {
    hal_counter_add(comm->barrier->counter, 1);
    comm->barrier->arrive = 0;
}

/* Waits for the other ranks at a barrier at which this rank has arrived. `onchip run --trace`,
 * `--report` and `--advise` observe the calls of this function. If the member `arrive` is not 0 in
 * a call, the rank has arrived just before the call (python/onchip/trace/probes.py). */
int oc_barrier_await(const struct oc_communicator *comm);
/* Does what oc_barrier_await() does, on the main stack or on a fibre. */
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

/* Frees the communicator's barrier, with its counters and cells. All ranks of the communicator must
 * call this function, and none may be waiting in a barrier. */
void oc_barrier_free(struct oc_communicator *comm);

#endif
