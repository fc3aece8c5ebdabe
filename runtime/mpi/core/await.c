#include "mpi/core/process.h"
#include "mpi/core/request.h"
#include "mpi/transport/transport.h"

/* Stores, for the report of a deadlock, the rank in MPI_COMM_WORLD of the peer for which this
 * process waits. Not inlined, so that the caller saves no registers if its ranks are already those
 * of MPI_COMM_WORLD. */
__attribute__((noinline)) static void fill_peer(const struct oc_communicator *comm, int peer) {
    hal_waiting.peer = oc_group_world_rank(comm->group, peer);
}

void oc_wait_record_fill_request(const struct oc_request *why) {
    const struct oc_communicator *comm = why->comm;
    int peer = why->peer, tag = why->tag;
    if (why->context != comm->context)
        tag = -2;
    else if (tag == MPI_ANY_TAG)
        tag = -1;
    hal_waiting.tag = tag;
    hal_waiting.context = (uint32_t)(uintptr_t)comm->handle;
    hal_waiting.bytes = (uint32_t)why->bytes;
    hal_waiting.call = oc_process.call;
    /* No conversion is needed for special values: MPI_ANY_SOURCE equals HAL_WAIT_ANY, and
     * OC_EVERYBODY equals HAL_WAIT_ALL. */
    hal_waiting.peer = peer;
    if (__builtin_expect(peer >= 0 && comm->group, false))
        fill_peer(comm, peer);
}

void oc_await(const volatile uint32_t *word, uint32_t value, const struct oc_request *why) {
    oc_transport_arm();
    while (hal_observe(word) == value)
        if (!oc_transport_progress() && hal_observe(word) == value)
            oc_sleep(HAL_NEVER, why);
}
