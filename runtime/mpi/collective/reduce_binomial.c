#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"

/* An operand on its way to rank 0. It consists of this rank's operand or partial result, and of
 * memory for two partial results that take turns. */
struct climb {
    const void *mine;
    void *spare[2];
    size_t count;
    size_t bytes;
    const struct oc_reduction *reduction;
};

/* Combines the operands of the higher ranks of the subtree and sends the result on. At rank 0,
 * climb->mine becomes the result of all ranks. */
static void climb_up(struct oc_collective *call, struct climb *climb) {
    int rank = call->comm->rank, size = call->comm->size, turn = 0;
    int bit = 1;
    for (; bit < size && !(rank & bit); bit *= 2) {
        if (rank + bit >= size)
            continue;
        void *higher = climb->spare[turn];
        oc_coll_receive(call, rank + bit, higher, climb->bytes);
        oc_coll_reduce(call, climb->reduction, climb->mine, higher, climb->count, climb->bytes);
        climb->mine = higher;
        turn = !turn;
    }
    if (rank)
        oc_coll_send(call, rank - bit, climb->mine, climb->bytes);
}

int oc_reduce_binomial(const struct oc_communicator *comm, const void *mine, void *result,
                       size_t count, size_t bytes, const struct oc_reduction *reduction, int root) {
    struct oc_collective call = {comm, OC_TAG_REDUCE, MPI_SUCCESS};
    struct oc_scratch scratch;
    /* Odd ranks have no subtree below them. */
    if (!oc_scratch_take(&scratch, comm->rank & 1 ? 0 : 2 * bytes))
        return MPI_ERR_NO_MEM;
    struct climb climb = {
        mine, {scratch.data, (char *)scratch.data + bytes}, count, bytes, reduction};
    climb_up(&call, &climb);
    if (comm->rank == 0 && root == 0) {
        if (climb.mine != result)
            memcpy(result, climb.mine, bytes);
    } else if (comm->rank == 0) {
        oc_coll_send(&call, root, climb.mine, bytes);
    } else if (comm->rank == root) {
        oc_coll_receive(&call, 0, result, bytes);
    }
    oc_scratch_free(&scratch);
    return call.error;
}
