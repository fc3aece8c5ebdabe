#include "mpi/collective/barrier.h"
#include "mpi/core/fibre.h"

/* The number of times that a fibre checks for the end of the barrier before it is suspended. The
 * checks take about as long as suspending and resuming the fibre. */
#define LOOKS 40

void oc_barrier_await_anywhere(const struct oc_communicator *comm) {
    volatile uint32_t *released = comm->barrier->released;
    if (!oc_on_fibre()) {
        oc_barrier_await(comm);
        return;
    }
    for (int looks = LOOKS; looks && !hal_observe(released); looks--)
        ;
    oc_await_on_fibre(released, 0);
    *released = 0;
}
