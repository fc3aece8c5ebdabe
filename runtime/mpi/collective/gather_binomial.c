#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/subtree.h"

/* Collects the blocks of a subtree in `blocks`, in the order of ranks counted from the root. */
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
    struct oc_scratch scratch;
    if (!block)
        block = (char *)all + (size_t)root * bytes;
    char *blocks = oc_subtree_blocks(&tree, root, all, (void *)block, bytes, &scratch);
    if (!blocks)
        return MPI_ERR_NO_MEM;
    collect(&call, &tree, block, bytes, blocks, root);
    size_t total = (size_t)tree.ranks * bytes, before = (size_t)root * bytes;
    if (tree.relative) {
        oc_coll_send(&call, tree.parent, blocks, total);
    } else if (blocks != all) {
        memcpy((char *)all + before, blocks, total - before);
        memcpy(all, blocks + (total - before), before);
    }
    oc_scratch_free(&scratch);
    return call.error;
}
