#include <stdlib.h>

#include "mpi/collective/messages.h"
#include "mpi/collective/neighbor/neighbor.h"
#include "mpi/error/check.h"
#include "mpi/topology/neighbors.h"

OC_DEFAULT void oc_coll_start_send(const struct oc_collective *call, struct oc_request *send,
                                   int peer, const void *data, size_t bytes) {
    oc_coll_start_send_here(call, send, peer, data, bytes);
}

OC_DEFAULT void oc_coll_start_receive(const struct oc_collective *call, struct oc_request *receive,
                                      int peer, void *data, size_t bytes) {
    oc_coll_start_receive_here(call, receive, peer, data, bytes);
}

OC_DEFAULT void oc_coll_finish_send(struct oc_collective *call, struct oc_request *send) {
    oc_coll_finish_send_here(call, send);
}

OC_DEFAULT void oc_coll_finish_receive(struct oc_collective *call, struct oc_request *receive) {
    oc_coll_finish_receive_here(call, receive);
}

/* A message from or to a neighbour. */
struct edge {
    struct oc_request request; /* if its peer is MPI_PROC_NULL, there is no message */
    struct oc_view block;
};

static void start_receive(struct oc_collective *call, struct edge *edge,
                          const struct oc_rank_blocks *blocks, size_t extent, int which,
                          int source) {
    if ((edge->request.peer = source) == MPI_PROC_NULL)
        return;
    edge->block = oc_block_open_next(call, blocks, extent, which, OC_WRITE);
    oc_coll_start_receive(call, &edge->request, source, edge->block.data, edge->block.bytes);
}

static void start_send(struct oc_collective *call, struct edge *edge,
                       const struct oc_rank_blocks *blocks, size_t extent, int which,
                       int destination) {
    if ((edge->request.peer = destination) == MPI_PROC_NULL)
        return;
    edge->block = oc_block_open_next(call, blocks, extent, which, OC_READ);
    oc_coll_start_send(call, &edge->request, destination, edge->block.data, edge->block.bytes);
}

static void finish(struct oc_collective *call, struct edge *edge,
                   void (*end)(struct oc_collective *call, struct oc_request *request)) {
    if (edge->request.peer == MPI_PROC_NULL)
        return;
    end(call, &edge->request);
    oc_view_close(&edge->block);
}

/* Starts all messages at once. No rank knows all neighbourhoods, so the ranks could not agree on an
 * order. */
int oc_neighbor_linear(const struct oc_communicator *comm, const struct oc_rank_blocks *from,
                       const struct oc_rank_blocks *to) {
    struct oc_collective call = {comm, OC_TAG_NEIGHBOR, MPI_SUCCESS};
    struct oc_neighbors neighbors = oc_neighbors_of(comm);
    int sources = neighbors.sources, destinations = neighbors.destinations;
    int edges = sources + destinations;
    size_t sent = oc_blocks_plain_extent(from), received = oc_blocks_plain_extent(to);
    struct edge *edge = malloc((size_t)edges * sizeof *edge);
    if (edges && !edge)
        return MPI_ERR_NO_MEM;
    for (int turn = 0; turn < sources; turn++) {
        int which = oc_source_in_turn(&neighbors, turn);
        start_receive(&call, &edge[turn], to, received, which, neighbors.source[which]);
    }
    for (int i = 0; i < destinations; i++)
        start_send(&call, &edge[sources + i], from, sent, i, neighbors.destination[i]);
    for (int i = 0; i < edges; i++)
        finish(&call, &edge[i], i < sources ? oc_coll_finish_receive : oc_coll_finish_send);
    free(edge);
    return call.error;
}
