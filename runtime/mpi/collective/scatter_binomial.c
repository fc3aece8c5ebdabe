#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/subtree.h"

/* Hands on `blocks`, in the order of relative ranks; the largest subtree first. */
static void hand_on(struct oc_collective *call, const struct oc_subtree *tree, const char *blocks,
                    size_t bytes, void *block, int root) {
    int bit = 1;
    while (bit < tree->ranks)
        bit *= 2;
    while ((bit /= 2))
        oc_coll_send(call, oc_subtree_child(call->comm, tree, bit, root),
                     blocks + (size_t)bit * bytes,
                     (size_t)oc_subtree_child_ranks(tree, bit) * bytes);
    if (block)
        memcpy(block, blocks, bytes);
}

int oc_scatter_binomial(const struct oc_communicator *comm, const void *all, size_t bytes,
                        void *block, int root) {
    struct oc_collective call = {comm, OC_TAG_SCATTER, MPI_SUCCESS};
    struct oc_subtree tree = oc_subtree_of(comm, root);
    if (tree.relative && tree.ranks == 1) {
        oc_coll_receive(&call, tree.parent, block, bytes);
        return call.error;
    }
    if (!tree.relative && root == 0) {
        hand_on(&call, &tree, all, bytes, block, root);
        return call.error;
    }
    struct oc_scratch scratch;
    size_t total = (size_t)tree.ranks * bytes;
    if (!oc_scratch_take(&scratch, total))
        return MPI_ERR_NO_MEM;
    char *blocks = scratch.data;
    if (tree.relative) {
        oc_coll_receive(&call, tree.parent, blocks, total);
    } else {
        size_t before = (size_t)root * bytes, from = total - before;
        memcpy(blocks, (const char *)all + before, from);
        memcpy(blocks + from, all, before);
    }
    hand_on(&call, &tree, blocks, bytes, block, root);
    oc_scratch_free(&scratch);
    return call.error;
}
