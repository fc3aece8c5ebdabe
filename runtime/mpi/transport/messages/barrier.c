#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"

/* A message without data, since a send waits for its receive, is a barrier of two: what one rank
 * needs to hear of the other and the other of the one. */
static void sync_with(struct oc_collective *call, int rank, int peer) {
    if (rank < peer)
        oc_coll_send(call, peer, NULL, 0);
    else
        oc_coll_receive(call, peer, NULL, 0);
}

/* Of the ranks below a power of two each meets, for each bit, the one whose number differs in it.
 * Each of the others meets one of them before, and once more after. */
int oc_barrier_other(struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    int rank = comm->rank, size = comm->size, power = 1;
    while (2 * power <= size)
        power *= 2;
    int other = rank < power ? rank + power : rank - power;
    if (other < size)
        sync_with(&call, rank, other);
    for (int bit = 1; rank < power && bit < power; bit *= 2)
        sync_with(&call, rank, rank ^ bit);
    if (other < size)
        sync_with(&call, rank, other);
    return call.error;
}
