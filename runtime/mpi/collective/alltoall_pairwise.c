#include <string.h>

#include "mpi/collective/blocks.h"
#include "mpi/collective/messages.h"
#include "mpi/collective/scratch.h"

static __attribute__((noinline)) void copy_own(struct oc_collective *call,
                                               const struct oc_rank_blocks *from,
                                               const struct oc_rank_blocks *to) {
    struct oc_view sent = oc_block_open(call, from, call->comm->rank, OC_READ);
    struct oc_view received = oc_block_open(call, to, call->comm->rank, OC_WRITE);
    oc_coll_copy(call, &sent, &received);
    oc_block_close(&sent);
    oc_block_close(&received);
}

/* Exchanges blocks with a peer in place. The block to be sent is copied first, because the received
 * block overwrites it. */
static void swap(struct oc_collective *call, const struct oc_rank_blocks *blocks, int peer) {
    struct oc_scratch copy;
    struct oc_view block = oc_block_open(call, blocks, peer, OC_READ | OC_WRITE);
    size_t bytes = block.bytes;
    if (oc_scratch_take(&copy, bytes)) {
        if (bytes)
            memcpy(copy.data, block.data, bytes);
        oc_coll_exchange(call, peer, copy.data, peer, block.data, bytes);
        oc_scratch_free(&copy);
    } else {
        /* Send the peer a message that is too short, so that it does not wait for ever. */
        call->error = MPI_ERR_NO_MEM;
        oc_coll_sendrecv(call, peer, NULL, 0, peer, block.data, bytes);
    }
    oc_block_close(&block);
}

/* The rounds of a rank. In each round the rank's peer is `round` - `rank`, modulo the number of
 * rounds. The peer's peer is therefore this rank. */
struct rounds {
    const struct oc_communicator *comm;
    int left, count, peer;
    bool is_own_due; /* this rank was its own peer in a round, and must still copy its block */
};

static struct rounds rounds_of(const struct oc_communicator *comm) {
    int count = comm->size > comm->peers ? comm->size : comm->peers;
    return (struct rounds){comm, count, count, comm->rank ? count - comm->rank - 1 : count - 1,
                           false};
}

/* Goes on to the next round in which the peer is another rank. Returns the peer, or -1 if no round
 * is left. */
static inline __attribute__((always_inline)) int next_peer(struct rounds *rounds) {
    const struct oc_communicator *comm = rounds->comm;
    while (rounds->left--) {
        rounds->peer = rounds->peer + 1 == rounds->count ? 0 : rounds->peer + 1;
        if (rounds->peer == comm->rank && !comm->local)
            rounds->is_own_due = true;
        else if (rounds->peer < comm->peers)
            return rounds->peer;
    }
    return -1;
}

struct receive {
    struct oc_request request;
    struct oc_view view;
};

static void prepare(struct oc_collective *call, struct receive *receive,
                    const struct oc_rank_blocks *to, int peer) {
    receive->view = oc_block_open(call, to, peer, OC_WRITE);
    oc_coll_fill(call, &receive->request, peer, receive->view.data, receive->view.bytes);
}

/* Copies this rank's own block after the round in which it was its own peer; other ranks exchange
 * blocks in the meantime. */
static inline void copy_due(struct oc_collective *call, const struct oc_rank_blocks *from,
                            const struct oc_rank_blocks *to, struct rounds *rounds) {
    if (rounds->is_own_due)
        copy_own(call, from, to);
    rounds->is_own_due = false;
}

/* Exchanges all blocks with the other ranks. In each round, the receive of the next round is
 * already posted, because the peer of that receive may already be in its next round. */
static void exchange_all(struct oc_collective *call, const struct oc_rank_blocks *from,
                         const struct oc_rank_blocks *to) {
    struct rounds rounds = rounds_of(call->comm);
    struct receive receives[2], *receive = &receives[0], *later = &receives[1];
    struct oc_request send;
    int peer = next_peer(&rounds);
    if (peer >= 0)
        prepare(call, receive, to, peer);
    copy_due(call, from, to, &rounds);
    for (bool is_posted = false; peer >= 0; is_posted = true) {
        struct oc_view sent = oc_block_open(call, from, peer, OC_READ);
        oc_coll_fill(call, &send, peer, sent.data, sent.bytes);
        if ((peer = next_peer(&rounds)) >= 0)
            prepare(call, later, to, peer);
        oc_coll_step(call, &send, &receive->request, is_posted, peer < 0 ? NULL : &later->request);
        oc_block_close(&sent);
        oc_block_close(&receive->view);
        copy_due(call, from, to, &rounds);
        struct receive *done = receive;
        receive = later;
        later = done;
    }
}

int oc_alltoall_pairwise(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                         const struct oc_rank_blocks *to) {
    struct oc_collective call = {comm, OC_TAG_ALLTOALL, MPI_SUCCESS};
    if (from) {
        exchange_all(&call, from, to);
    } else {
        struct rounds rounds = rounds_of(comm);
        for (int peer; (peer = next_peer(&rounds)) >= 0;)
            swap(&call, to, peer);
    }
    return call.error;
}
