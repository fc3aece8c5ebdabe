#ifndef MPI_TRANSPORT_NATIVE_COLLECTIVE_RING_H
#define MPI_TRANSPORT_NATIVE_COLLECTIVE_RING_H

#include <stddef.h>

struct oc_communicator;

/* A broadcast in pieces, one for each rank but the root (van de Geijn's scatter and allgather).
 * Each rank gets its piece from the root. Then the pieces travel around a ring of these ranks, in
 * both directions: a rank puts what comes from the rank before it into the memory of the rank after
 * it, and fetches from that rank what travels the other way. So a piece passes half of the ring,
 * and each of the two networks carries half of the data.
 *
 * The root puts every second long piece, and ranks fetch the others, also over both networks. A
 * rank whose piece the root puts tells the root where its memory is, once it knows by the first
 * meeting that the root is there. Ranks fetch all short pieces: the root would need more time to
 * start their puts than the link needs to carry them.
 *
 * The ranks follow each other as in a pipeline (pipeline.h), and need what a pipeline needs. */
int oc_bcast_ring(const struct oc_communicator *comm, void *data, size_t bytes, int root);

#endif
