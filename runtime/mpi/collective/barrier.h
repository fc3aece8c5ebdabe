/* A communicator's barrier in the hardware: a tree of counters (hal.h) over its ranks.
 *
 * Two counters at the leader of a group (tree.h) serve the group. A rank that arrives adds 1
 * to its group's first counter; when that is 0 it adds 1 to the next group's, and the last one
 * tells everybody, over the second counters, down to a word of each rank's shared block. So a
 * counter never has more notifications than HAL_NOTIFICATIONS, and nobody is awake but to arrive.
 *
 * Counters have to be set up before somebody adds to them, so the first barrier of a communicator
 * goes by messages, which also agree on counters that all of its ranks have free. */
#ifndef MPI_COLLECTIVE_BARRIER_H
#define MPI_COLLECTIVE_BARRIER_H

#include "hal/store.h"
#include "mpi/core/communicator.h"

struct oc_barrier {
    hal_address arrive;          /* the counter of the own group; 0: not now, or not at all */
    volatile uint32_t *released; /* in the own shared block; 0 but when all have arrived */
    hal_address counter;         /* that of the own group in any case; 0: messages do it */
    uint64_t counters;           /* a bit for each that the barrier takes of every rank's */
    bool tried;                  /* ranks have agreed whether there is one */
    unsigned small;              /* operations so far that cells are good for (cells.h) */
    struct oc_cells *cells;      /* null: none */
};

/* That of the communicator, perhaps a new one that has not been set up; null: there is no memory.
 */
struct oc_barrier *oc_barrier_of(struct oc_communicator *comm);

/* Sets up this rank's part, with the counters from `first` on. */
void oc_barrier_build(struct oc_barrier *barrier, const struct oc_communicator *comm, int first);

/* Counters that a barrier of so many ranks takes. */
int oc_barrier_counters_for(int size);

/* A barrier in two steps: arrives without waiting, and, before anything else is done with the
 * barrier, waits for the others. In between, `arrive` is 0. */
static inline void oc_barrier_arrive(const struct oc_communicator *comm) {
    hal_counter_add(comm->barrier->counter, 1);
    comm->barrier->arrive = 0;
}

int oc_barrier_await(const struct oc_communicator *comm);

static inline void oc_barrier_complete(const struct oc_communicator *comm) {
    struct oc_barrier *barrier = comm->barrier;
    if (barrier->arrive)
        return;
    if (hal_observe(barrier->released))
        *barrier->released = 0;
    else
        oc_barrier_await(comm);
    barrier->arrive = barrier->counter;
}

/* Gives the counters back, when nobody waits in a barrier of the communicator: called by all of its
 * ranks. */
void oc_barrier_free(struct oc_communicator *comm);

#endif
