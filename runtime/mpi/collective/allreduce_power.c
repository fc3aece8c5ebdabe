#include "mpi/collective/allreduce_power.h"

#include <string.h>

#include "mpi/collective/scratch.h"

void oc_power_combine(struct oc_collective *call, struct oc_power *power, int index, size_t offset,
                      size_t count) {
    if (index > power->index) {
        char *lower = power->mine;
        power->mine = power->other;
        power->other = lower;
    }
    /* `other` is now the operand of the lower ranks. */
    size_t element = power->count ? power->bytes / power->count : 0;
    oc_coll_reduce(call, power->reduction, power->other + offset, power->mine + offset, count,
                   count * element);
}

/* The part of a rank that takes part in `work`. If the rank also takes part on behalf of the rank
 * before it, it first receives that rank's operand, and later sends the result to that rank. */
static void allreduce(struct oc_collective *call, struct oc_power *power,
                      void (*work)(struct oc_collective *call, struct oc_power *power)) {
    int rank = call->comm->rank;
    bool paired = rank < 2 * power->extra;
    if (paired) {
        oc_coll_receive(call, rank - 1, power->other, power->bytes);
        oc_coll_reduce(call, power->reduction, power->other, power->mine, power->count,
                       power->bytes);
    }
    work(call, power);
    if (paired)
        oc_coll_send(call, rank - 1, power->mine, power->bytes);
}

/* Returns whether `mine` must begin in the temporary memory, so that the result ends up in the
 * user's buffer. The pointers `mine` and `other` are exchanged once for each bit of the rank's
 * number that is 0. */
static bool begins_in_room(const struct oc_power *power) {
    bool odd = false;
    for (int bit = 1; bit < power->ranks; bit *= 2)
        odd ^= !(power->index & bit);
    return odd;
}

int oc_allreduce_power(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction,
                       void (*work)(struct oc_collective *call, struct oc_power *power)) {
    struct oc_collective call = {comm, OC_TAG_ALLREDUCE, MPI_SUCCESS};
    struct oc_scratch scratch;
    struct oc_power power = {.ranks = 1, .count = count, .bytes = bytes, .reduction = reduction};
    while (power.ranks * 2 <= comm->size)
        power.ranks *= 2;
    power.extra = comm->size - power.ranks;
    power.index = comm->rank < 2 * power.extra ? comm->rank / 2 : comm->rank - power.extra;
    if (comm->rank < 2 * power.extra && comm->rank % 2 == 0) {
        oc_coll_send(&call, comm->rank + 1, mine, bytes);
        oc_coll_receive(&call, comm->rank + 1, result, bytes);
        return call.error;
    }
    if (!oc_scratch_take(&scratch, bytes))
        return MPI_ERR_NO_MEM;
    bool in_room = begins_in_room(&power);
    power.mine = in_room ? scratch.data : result;
    power.other = in_room ? result : scratch.data;
    if (bytes && mine != power.mine)
        memcpy(power.mine, mine, bytes);
    allreduce(&call, &power, work);
    oc_scratch_free(&scratch);
    return call.error;
}
