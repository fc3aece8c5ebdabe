#include "mpi/core/process.h"
#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

void oc_tell_why(const struct oc_request *why) {
    /* Any rank and everybody are the same numbers there. */
    hal_waiting.peer = why->peer < 0 ? why->peer : oc_communicator_world_rank(why->comm, why->peer);
    hal_waiting.tag = why->context != why->comm->context ? -2
                      : why->tag == MPI_ANY_TAG          ? -1
                                                         : why->tag;
    hal_waiting.context = (uint32_t)(uintptr_t)why->comm->handle;
    hal_waiting.bytes = (uint32_t)why->bytes;
    hal_waiting.call = oc_process.call;
}

void oc_await(const volatile uint32_t *word, uint32_t value, const struct oc_request *why) {
    oc_transport_arm();
    while (hal_observe(word) == value) {
        if (!oc_transport_progress() && hal_observe(word) == value)
            oc_sleep(HAL_NEVER, why);
    }
}
