#include "mpi/collective/allreduce_power.h"

static void double_up(struct oc_collective *call, struct oc_power *power) {
    for (int bit = 1; bit < power->ranks; bit *= 2) {
        int other = power->index ^ bit, peer = oc_power_rank(power, other);
        oc_coll_exchange(call, peer, power->mine, peer, power->other, power->bytes);
        oc_power_combine(call, power, other, 0, power->count);
    }
}

int oc_allreduce_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                          size_t count, size_t bytes, const struct oc_reduction *reduction) {
    return oc_allreduce_power(comm, mine, result, count, bytes, reduction, double_up);
}
