#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"

/* What a rank works on: its operand so far, and room for somebody else's. */
struct operands {
    void *mine;
    void *other;
    size_t count;
    size_t bytes;
    const struct oc_reduction *reduction;
};

/* The power of two of ranks that take part in the doubling: of the first 2 * extra ranks, the odd
 * ones, on behalf of the even ones before them. */
static void double_up(struct oc_collective *call, struct operands *operands, int power, int extra) {
    int rank = call->comm->rank;
    int index = rank < 2 * extra ? rank / 2 : rank - extra;
    for (int bit = 1; bit < power; bit *= 2) {
        int other = index ^ bit;
        int peer = other < extra ? 2 * other + 1 : other + extra;
        oc_coll_exchange(call, peer, operands->mine, peer, operands->other, operands->bytes);
        if (other > index) {
            /* Now `other` is the lower rank's operand. */
            void *mine = operands->mine;
            operands->mine = operands->other;
            operands->other = mine;
        }
        oc_coll_reduce(call, operands->reduction, operands->other, operands->mine, operands->count,
                       operands->bytes);
    }
}

static void allreduce(struct oc_collective *call, struct operands *operands) {
    int rank = call->comm->rank, size = call->comm->size;
    int power = 1;
    while (power * 2 <= size)
        power *= 2;
    int extra = size - power;
    bool paired = rank < 2 * extra;

    if (paired && rank % 2 == 0) {
        oc_coll_send(call, rank + 1, operands->mine, operands->bytes);
        oc_coll_receive(call, rank + 1, operands->mine, operands->bytes);
        return;
    }
    if (paired) {
        oc_coll_receive(call, rank - 1, operands->other, operands->bytes);
        oc_coll_reduce(call, operands->reduction, operands->other, operands->mine, operands->count,
                       operands->bytes);
    }
    double_up(call, operands, power, extra);
    if (paired)
        oc_coll_send(call, rank - 1, operands->mine, operands->bytes);
}

int oc_allreduce_doubling(const struct oc_communicator *comm, const void *mine, void *result,
                          size_t count, size_t bytes, const struct oc_reduction *reduction) {
    struct oc_collective call = {comm, OC_TAG_ALLREDUCE, MPI_SUCCESS};
    struct oc_scratch scratch;
    if (!oc_scratch_take(&scratch, bytes))
        return MPI_ERR_NO_MEM;
    if (bytes && mine != result)
        memcpy(result, mine, bytes);
    struct operands operands = {result, scratch.data, count, bytes, reduction};
    allreduce(&call, &operands);
    if (operands.mine != result)
        memcpy(result, operands.mine, bytes);
    oc_scratch_free(&scratch);
    return call.error;
}
