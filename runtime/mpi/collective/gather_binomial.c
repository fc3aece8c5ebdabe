#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/subtree.h"

/* Fills `blocks` with those of the subtree, in the order of relative ranks. */
static void collect(struct oc_collective *call, const struct oc_subtree *tree, const void *block,
                    size_t bytes, char *blocks, int root) {
    if (blocks != block)
        memcpy(blocks, block, bytes);
    for (int bit = 1; bit < tree->ranks; bit *= 2)
        oc_coll_receive(call, oc_subtree_child(call->comm, tree, bit, root),
                        blocks + (size_t)bit * bytes,
                        (size_t)oc_subtree_child_ranks(tree, bit) * bytes);
}

int oc_gather_binomial(const struct oc_communicator *comm, const void *block, size_t bytes,
                       void *all, int root) {
    struct oc_collective call = {comm, OC_TAG_GATHER, MPI_SUCCESS};
    struct oc_subtree tree = oc_subtree_of(comm, root);
    if (!block)
        block = (char *)all + (size_t)root * bytes;
    if (tree.relative && tree.ranks == 1) {
        oc_coll_send(&call, tree.parent, block, bytes);
        return call.error;
    }
    /* Only for root 0 is the order of ranks that of the tree. */
    if (!tree.relative && root == 0) {
        collect(&call, &tree, block, bytes, all, root);
        return call.error;
    }
    struct oc_scratch scratch;
    size_t total = (size_t)tree.ranks * bytes;
    if (!oc_scratch_take(&scratch, total))
        return MPI_ERR_NO_MEM;
    char *blocks = scratch.data;
    collect(&call, &tree, block, bytes, blocks, root);
    if (tree.relative) {
        oc_coll_send(&call, tree.parent, blocks, total);
    } else {
        size_t before = (size_t)root * bytes, from = total - before;
        memcpy((char *)all + before, blocks, from);
        memcpy(all, blocks + from, before);
    }
    oc_scratch_free(&scratch);
    return call.error;
}
