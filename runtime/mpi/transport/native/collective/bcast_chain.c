#include "mpi/transport/native/collective/bcast_chain.h"

#include "hal/store.h"
#include "mpi/core/request.h"
#include "mpi/transport/native/collective/exposure.h"

/* A chain of ranks. In a word of the next rank's shared block, each rank counts the segments that
 * it has. A rank waits for one earlier rank at a time, so one word is enough. */
struct chain {
    struct oc_exposure exposure;
    int before, after; /* neighbours; -1: none */
    char *data;
    size_t bytes;
};

static void tell(const struct chain *chain, uint32_t segments) {
    if (chain->after < 0)
        return;
    int world = oc_communicator_world_rank(chain->exposure.call.comm, chain->after);
    hal_store(hal_shared_of(world) +
                  OC_SHARED(segments[oc_exposure_number(chain->exposure.call.comm)]),
              segments);
}

/* Two segments are in flight, so that the link is not idle while a rank learns that one is
 * complete. */
static void fetch(struct chain *chain) {
    const struct oc_communicator *comm = chain->exposure.call.comm;
    struct oc_exposed source = oc_exposed_by(&chain->exposure, chain->before);
    struct oc_request why;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, chain->bytes,
                    chain->before, chain->exposure.call.tag);
    size_t bytes = chain->bytes;
    if (source.bytes != bytes)
        bytes = oc_exposed_otherwise(&chain->exposure, source.bytes, bytes, 0, bytes);
    const volatile uint32_t *there = oc_shared_block()->segments + oc_exposure_number(comm);
    hal_transfer transfer[2];
    uint32_t started = 0, done = 0, seen = 0;
    for (size_t at = 0; at < bytes || done < started;) {
        if (at < bytes && started - done < 2 && (seen = hal_observe(there)) > started) {
            size_t rest = bytes - at, segment = rest < OC_BCAST_SEGMENT ? rest : OC_BCAST_SEGMENT;
            transfer[started++ & 1] = hal_get(chain->data + at, source.data + at, segment);
            at += segment;
        } else if (done < started) {
            hal_finish(transfer[done++ & 1]);
            tell(chain, done);
        } else {
            oc_await(there, seen, &why);
        }
    }
    tell(chain, UINT32_MAX);
}

int oc_bcast_chain(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    int size = comm->size, after = oc_rank_round(comm->rank + 1, size);
    struct chain chain = {.exposure = oc_exposure_begin(comm, OC_TAG_BCAST),
                          .before = comm->rank == root ? -1 : oc_rank_round(comm->rank - 1, size),
                          .after = after == root ? -1 : after,
                          .data = data,
                          .bytes = bytes};
    oc_shared_block()->segments[oc_exposure_number(comm)] = 0;
    oc_expose(&chain.exposure, data, bytes);
    if (chain.before < 0)
        tell(&chain, UINT32_MAX);
    else
        fetch(&chain);
    return oc_exposure_end(&chain.exposure);
}
