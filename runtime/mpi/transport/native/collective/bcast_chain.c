#include <stdlib.h>
#include <string.h>

#include "hal/store.h"
#include "mpi/collective/collective.h"
#include "mpi/core/request.h"
#include "mpi/transport/shared_block.h"

/* The protocol between two neighbours uses words of shared blocks, as messages would cost more than
 * the segments; there are three steps. First the later rank says that it waits for segments, and
 * the earlier one says where its data are. Then the earlier one counts the segments that are there
 * in a word of the later one's shared block. At last the later one says that it has fetched all. A
 * rank waits for one earlier rank at a time, so one word is enough. */
struct chain {
    struct oc_collective *call;
    int before, after; /* neighbours; -1: none */
    char *data;
    size_t bytes;
    hal_address source; /* address of the data of the rank before */
};

static void tell(const struct chain *chain, uint32_t segments) {
    if (chain->after < 0)
        return;
    int world = oc_communicator_world_rank(chain->call->comm, chain->after);
    hal_store(hal_shared_of(world) + OC_SHARED(segments), segments);
}

static void begin(struct chain *chain) {
    struct oc_collective *call = chain->call;
    if (chain->before >= 0) {
        oc_shared_block()->segments = 0;
        oc_coll_send(call, chain->before, NULL, 0);
    }
    if (chain->after >= 0) {
        hal_address own = hal_global(chain->data);
        oc_coll_send(call, chain->after, &own, sizeof own);
        oc_coll_receive(call, chain->after, NULL, 0);
    }
    if (chain->before >= 0)
        oc_coll_receive(call, chain->before, &chain->source, sizeof chain->source);
}

static void fetch(struct chain *chain) {
    const struct oc_communicator *comm = chain->call->comm;
    const volatile uint32_t *there = &oc_shared_block()->segments;
    struct oc_request why;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, chain->bytes,
                    chain->before, chain->call->tag);
    uint32_t segment = 0;
    for (size_t at = 0; at < chain->bytes; at += OC_BCAST_SEGMENT, segment++) {
        size_t rest = chain->bytes - at;
        while (hal_observe(there) <= segment)
            oc_await(there, segment, &why);
        hal_finish(hal_get(chain->data + at, chain->source + at,
                           rest < OC_BCAST_SEGMENT ? rest : OC_BCAST_SEGMENT));
        tell(chain, segment + 1);
    }
}

static void end(const struct chain *chain) {
    if (chain->before >= 0)
        oc_coll_send(chain->call, chain->before, NULL, 0);
    if (chain->after >= 0)
        oc_coll_receive(chain->call, chain->after, NULL, 0);
}

/* Data that other processes cannot reach (constants, at the root) are copied; null: no memory. */
static void *reachable(void *data, size_t bytes) {
    if (hal_global(data))
        return data;
    void *copy = malloc(bytes);
    return copy ? memcpy(copy, data, bytes) : NULL;
}

int oc_bcast_chain(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    struct oc_collective call = {comm, OC_TAG_BCAST, MPI_SUCCESS};
    int size = comm->size, after = oc_rank_round(comm->rank + 1, size);
    struct chain chain = {.call = &call,
                          .before = comm->rank == root ? -1 : oc_rank_round(comm->rank - 1, size),
                          .after = after == root ? -1 : after,
                          .data = reachable(data, bytes),
                          .bytes = bytes};
    if (!chain.data)
        return MPI_ERR_NO_MEM;
    begin(&chain);
    if (chain.before < 0)
        tell(&chain, UINT32_MAX);
    else
        fetch(&chain);
    end(&chain);
    if (chain.data != data)
        free(chain.data);
    return call.error;
}
