#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"
#include "mpi/core/request.h"

/* How often a rank looks before it sleeps: for about as long as the counters take when all arrive
 * at once, since falling asleep and waking takes as long again. */
#define LOOKS 24

/* No process writes the word again before this rank has arrived at the next barrier. */
static inline int leave(const struct oc_communicator *comm) {
    *comm->barrier->released = 0;
    return MPI_SUCCESS;
}

__attribute__((noinline)) static int sleep_until_released(const struct oc_communicator *comm) {
    struct oc_request why;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, 0, OC_EVERYBODY,
                    OC_TAG_BARRIER);
    oc_await(comm->barrier->released, 0, &why);
    return leave(comm);
}

static inline int await_release(const struct oc_communicator *comm) {
    const volatile uint32_t *released = comm->barrier->released;
    for (int look = 0; look < LOOKS; look++)
        if (hal_observe(released))
            return leave(comm);
    return sleep_until_released(comm);
}

int oc_barrier_counters(const struct oc_communicator *comm) {
    hal_counter_add(comm->barrier->arrive, 1);
    return await_release(comm);
}

int oc_barrier_await(const struct oc_communicator *comm) {
    return await_release(comm);
}
