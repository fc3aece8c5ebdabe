/* A communicator's barrier in the hardware: a tree of counters (hal.h) over its ranks.
 *
 * Ranks stand in groups of OC_BARRIER_GROUP, these in groups again, up to one of all. The member in
 * the middle of a group leads it: two counters at its place serve the group. Whoever arrives adds 1
 * to its group's first counter; when that is 0 it adds 1 to the next group's, and the last one
 * tells everybody, over the second counters, down to a word of each rank's shared block. So a
 * counter never has more notifications than HAL_NOTIFICATIONS, and nobody is awake but to arrive.
 *
 * Counters have to be set up before somebody adds to them, so the first barrier of a communicator
 * goes by messages, which also agree on counters that all of its ranks have free. */
#ifndef MPI_COLLECTIVE_BARRIER_H
#define MPI_COLLECTIVE_BARRIER_H

#include "hal/hal.h"
#include "mpi/core/communicator.h"

#define OC_BARRIER_GROUP HAL_NOTIFICATIONS

struct oc_barrier {
    hal_address arrive;          /* the counter of the own group; 0: messages do it */
    volatile uint32_t *released; /* in the own shared block; 0 but when all have arrived */
    uint64_t counters;           /* a bit for each that the barrier takes of every rank's */
};

/* Sets up this rank's part, with the counters from `first` on. */
void oc_barrier_build(struct oc_barrier *barrier, const struct oc_communicator *comm, int first);

/* Counters that a barrier of so many ranks takes. */
int oc_barrier_counters_for(int size);

/* Gives the counters back, when nobody waits in a barrier of the communicator: called by all of its
 * ranks. */
void oc_barrier_free(struct oc_communicator *comm);

#endif
