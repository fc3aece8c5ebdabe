#include <stddef.h>

#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

#ifdef __riscv
/* `onchip run --trace` reads these members (python/onchip/trace/probes.py). */
_Static_assert(offsetof(struct oc_communicator, barrier) == 28 &&
                   offsetof(struct oc_barrier, arrive) == 0,
               "barriers as tools know them");
#endif

/* The number of times that a rank checks its word before it sleeps. The checks take about as long
 * as the counters need when all ranks arrive at once. Falling asleep and waking would take as long
 * again. */
#define LOOKS 40
#define LOOKS_IN_A_ROW 4

/* Waits for the barrier. The first sleep is in this function, because a call of another one would
 * make it save registers. */
__attribute__((noinline)) int oc_barrier_await(const struct oc_communicator *comm) {
    volatile uint32_t *released = comm->barrier->released;
    struct {
        struct oc_request why;
        volatile uint32_t *released;
    } own;
    for (int look = 0; look < LOOKS; look += LOOKS_IN_A_ROW)
        if (hal_observe(released) || hal_observe(released) || hal_observe(released) ||
            hal_observe(released))
            goto leave;
    oc_request_fill(&own.why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, 0, OC_EVERYBODY,
                    OC_TAG_BARRIER);
    own.released = released;
    oc_transport_arm();
    if (!hal_observe(released) && !oc_transport_progress() && !hal_observe(own.released))
        oc_sleep(HAL_NEVER, &own.why);
    released = own.released;
    if (__builtin_expect(!hal_observe(released), false)) {
        oc_await(released, 0, &own.why);
        released = own.released;
    }
leave:
    /* No process writes the word again before this rank has arrived at the next barrier. */
    *released = 0;
    return MPI_SUCCESS;
}

int oc_barrier_counters(const struct oc_communicator *comm) {
    hal_counter_add(comm->barrier->arrive, 1);
    return oc_barrier_await(comm);
}
