#include "mpi/transport/native/collective/chain.h"

#include "hal/store.h"
#include "mpi/core/request.h"
#include "mpi/transport/native/collective/exposure.h"

/* How often a rank looks for the next segment before it handles messages and sleeps. */
#define LOOKS 40

/* The number of segments that a rank reports to the next rank when it has all of them. */
#define ALL (UINT32_MAX / 2)

/* A chain of ranks. Each rank counts, in a word of the next rank's shared block, the segments that
 * it has fetched. A rank waits for only one earlier rank at a time, so one word is enough. */
struct chain {
    struct oc_exposure exposure;
    const volatile uint32_t *there; /* the word of this rank */
    /* Address of the next rank's word; 0 if there is no next rank. */
    hal_address after;
    int before;        /* the rank before this one */
    char *data;        /* one block for each rank or, in a broadcast, a single block */
    size_t bytes;      /* of a block */
    int block, blocks; /* the block to fetch first, and the number of blocks to fetch */
    uint32_t own;      /* the number of segments that each rank has at the beginning */
};

static void tell(const struct chain *chain, uint32_t segments) {
    if (chain->after)
        hal_store(chain->after, segments);
}

/* Waits until the rank before this one has more than `seen` segments. */
static void await_more(const struct chain *chain, uint32_t seen) {
    const struct oc_communicator *comm = chain->exposure.call.comm;
    uint32_t told = seen - chain->own;
    struct oc_request why;
    for (int look = 0; look < LOOKS; look++)
        if (hal_observe(chain->there) != told)
            return;
    oc_request_fill(&why, comm, comm->context + OC_CONTEXT_COLLECTIVE, NULL, chain->bytes,
                    chain->before, chain->exposure.call.tag);
    oc_await_anywhere(chain->there, told, &why);
}

/* Fetches all segments. Two are in flight at a time, so that the link is not idle while a rank
 * learns that one is complete. */
static void fetch(const struct chain *chain, hal_address source) {
    int size = chain->exposure.call.comm->size, block = chain->block, left = chain->blocks;
    size_t at = (size_t)block * chain->bytes, end = at + chain->bytes;
    hal_transfer transfer[2];
    uint32_t started = 0, done = 0, seen = chain->own;
    while (left > 0 || done < started) {
        bool may_start = left > 0 && started - done < 2;
        if (may_start &&
            (seen > started || (seen = chain->own + hal_observe(chain->there)) > started)) {
            size_t segment = end - at < OC_CHAIN_SEGMENT ? end - at : OC_CHAIN_SEGMENT;
            transfer[started++ & 1] = hal_get(chain->data + at, source + at, segment);
            at += segment;
            if (at == end) {
                left--;
                block = oc_rank_round(block - 1, size);
                at = (size_t)block * chain->bytes;
                end = at + chain->bytes;
            }
        } else if (done < started) {
            hal_finish(transfer[done++ & 1]);
            tell(chain, done);
        } else {
            await_more(chain, seen);
        }
    }
}

static hal_address word_at(const struct oc_communicator *comm, int rank) {
    return hal_shared_of(oc_communicator_world_rank(comm, rank)) +
           OC_SHARED(segments[oc_exposure_number(comm)]);
}

static void begin(struct chain *chain, const struct oc_communicator *comm, int tag, void *data,
                  size_t all) {
    volatile uint32_t *there = &oc_shared_block()->segments[oc_exposure_number(comm)];
    chain->exposure = oc_exposure_begin(comm, tag);
    chain->there = there;
    chain->data = data;
    *there = 0;
    oc_expose(&chain->exposure, data, all);
}

/* Fetches the segments, reports each segment to the next rank, and ends the collective. If the
 * previous rank has exposed data of a different length, this rank fetches nothing, but still
 * reports all segments to the next rank, so that no rank waits for ever. */
static int pass(struct chain *chain, size_t all) {
    struct oc_exposed source = oc_exposed_by(&chain->exposure, chain->before);
    if (source.bytes != all) {
        oc_exposed_otherwise(&chain->exposure, source.bytes, all, 0, 0);
        chain->blocks = 0;
    }
    fetch(chain, source.data);
    tell(chain, ALL);
    return oc_exposure_end(&chain->exposure);
}

int oc_bcast_chain(const struct oc_communicator *comm, void *data, size_t bytes, int root) {
    int after = oc_rank_round(comm->rank + 1, comm->size);
    struct chain chain = {.before = oc_rank_round(comm->rank - 1, comm->size),
                          .after = after == root ? 0 : word_at(comm, after),
                          .bytes = bytes,
                          .blocks = 1};
    begin(&chain, comm, OC_TAG_BCAST, data, bytes);
    if (comm->rank != root)
        return pass(&chain, bytes);
    tell(&chain, ALL);
    return oc_exposure_end(&chain.exposure);
}

int oc_allgather_chain(const struct oc_communicator *comm, void *all, size_t bytes) {
    int before = oc_rank_round(comm->rank - 1, comm->size);
    struct chain chain = {.before = before,
                          .after = word_at(comm, oc_rank_round(comm->rank + 1, comm->size)),
                          .bytes = bytes,
                          .block = before,
                          .blocks = bytes ? comm->size - 1 : 0,
                          .own = (uint32_t)((bytes + OC_CHAIN_SEGMENT - 1) / OC_CHAIN_SEGMENT)};
    size_t whole = bytes * (size_t)comm->size;
    begin(&chain, comm, OC_TAG_ALLGATHER, all, whole);
    return pass(&chain, whole);
}
