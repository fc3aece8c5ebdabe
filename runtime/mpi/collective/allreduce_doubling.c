#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"

/* What a rank works on: its operand so far, and room for somebody else's. */
struct operands {
    void *mine;
    void *other;
    size_t count;
    size_t bytes;
    oc_reduction *reduction;
};

static void swap(struct operands *operands) {
    void *mine = operands->mine;
    operands->mine = operands->other;
    operands->other = mine;
}

/* The power of two of ranks that take part in the doubling: of the first 2 * extra ranks, the odd
 * ones, on behalf of the even ones before them. */
static int double_up(const struct oc_communicator *comm, struct operands *operands, int power,
                     int extra) {
    int rank = comm->rank;
    int index = rank < 2 * extra ? rank / 2 : rank - extra;
    for (int bit = 1; bit < power; bit *= 2) {
        int other = index ^ bit;
        int peer = other < extra ? 2 * other + 1 : other + extra;
        int error = oc_coll_exchange(comm, OC_TAG_ALLREDUCE, peer, operands->mine, peer,
                                     operands->other, operands->bytes);
        if (error)
            return error;
        if (other > index)
            swap(operands);
        /* Now `other` is the lower rank's operand. */
        operands->reduction(operands->other, operands->mine, operands->count);
    }
    return MPI_SUCCESS;
}

static int allreduce(const struct oc_communicator *comm, struct operands *operands) {
    int power = 1;
    while (power * 2 <= comm->size)
        power *= 2;
    int extra = comm->size - power;
    bool paired = comm->rank < 2 * extra;
    int error = MPI_SUCCESS;

    if (paired && comm->rank % 2 == 0) {
        error =
            oc_coll_send(comm, comm->rank + 1, OC_TAG_ALLREDUCE, operands->mine, operands->bytes);
        return error ? error
                     : oc_coll_receive(comm, comm->rank + 1, OC_TAG_ALLREDUCE, operands->mine,
                                       operands->bytes);
    }
    if (paired) {
        error = oc_coll_receive(comm, comm->rank - 1, OC_TAG_ALLREDUCE, operands->other,
                                operands->bytes);
        if (error)
            return error;
        operands->reduction(operands->other, operands->mine, operands->count);
    }
    error = double_up(comm, operands, power, extra);
    if (!error && paired)
        error =
            oc_coll_send(comm, comm->rank - 1, OC_TAG_ALLREDUCE, operands->mine, operands->bytes);
    return error;
}

int oc_allreduce_doubling(const struct oc_communicator *comm, void *result, size_t count,
                          size_t bytes, oc_reduction *reduction) {
    struct oc_scratch scratch;
    if (!oc_scratch_take(&scratch, bytes))
        return MPI_ERR_NO_MEM;
    struct operands operands = {result, scratch.data, count, bytes, reduction};
    int error = allreduce(comm, &operands);
    if (!error && operands.mine != result)
        memcpy(result, operands.mine, bytes);
    oc_scratch_free(&scratch);
    return error;
}
