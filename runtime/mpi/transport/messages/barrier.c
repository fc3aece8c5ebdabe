#include "mpi/collective/barrier.h"
#include "mpi/collective/collective.h"

/* Makes two ranks wait for each other. A message without data is enough, because its send waits for
 * its receive. */
static void sync_with(struct oc_collective *call, int rank, int peer) {
    if (rank < peer)
        oc_coll_send(call, peer, NULL, 0);
    else
        oc_coll_receive(call, peer, NULL, 0);
}

/* A barrier by recursive doubling. It takes place among the first 2^n ranks, for the largest n that
 * is possible: for each bit, a rank meets the rank whose number differs in that bit. Each remaining
 * rank meets one of the first ranks before the doubling, and again after it. */
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
