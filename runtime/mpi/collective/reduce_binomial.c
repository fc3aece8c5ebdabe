#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"

/* The state of a reduction to rank 0. `mine` is this rank's operand or partial result; `spare` is
 * memory for two partial results, which are used in turn. */
struct climb {
    const void *mine;
    void *spare[2];
    size_t count;
    size_t bytes;
    const struct oc_reduction *reduction;
};

/* Combines this rank's operand with those of the higher ranks of its subtree, and sends the result
 * to its parent. At rank 0, climb->mine becomes the result of all ranks. */
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
    /* Odd ranks have no other ranks in their subtree, so they need no memory. */
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
