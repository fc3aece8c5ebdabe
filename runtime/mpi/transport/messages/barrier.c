#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"

/* A message without data is a barrier of two ranks, because a send waits for its receive. */
static void sync_with(struct oc_collective *call, int rank, int peer) {
    if (rank < peer)
        oc_coll_send(call, peer, NULL, 0);
    else
        oc_coll_receive(call, peer, NULL, 0);
}

/* Recursive doubling among the first ranks, whose number is the largest power of two that is not
 * above the number of all ranks: for each bit, a rank meets the rank whose number differs in that
 * bit. Each further rank meets one of the first ranks before, and again afterwards. */
int oc_barrier_other(struct oc_communicator *comm) {
    struct oc_collective call = {comm, OC_TAG_BARRIER, MPI_SUCCESS};
    int rank = comm->rank, size = comm->size, power = 1;
    if (oc_order_admit && !oc_order_admit(comm))
        return oc_barrier_dissemination(comm);
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
