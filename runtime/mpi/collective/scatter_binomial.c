#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/subtree.h"

/* Sends the blocks of the subtrees to the children, those of the largest subtree first. `blocks`
 * are in the order of ranks counted from the root. */
static void hand_on(struct oc_collective *call, const struct oc_subtree *tree, const char *blocks,
                    size_t bytes, void *block, int root) {
    int bit = 1;
    while (bit < tree->ranks)
        bit *= 2;
    while ((bit /= 2))
        oc_coll_send(call, oc_subtree_child(call->comm, tree, bit, root),
                     blocks + (size_t)bit * bytes,
                     (size_t)oc_subtree_child_ranks(tree, bit) * bytes);
    if (block && block != blocks)
        memcpy(block, blocks, bytes);
}

int oc_scatter_binomial(const struct oc_communicator *comm, const void *all, size_t bytes,
                        void *block, int root) {
    struct oc_collective call = {comm, OC_TAG_SCATTER, MPI_SUCCESS};
    struct oc_subtree tree = oc_subtree_of(comm, root);
    struct oc_scratch scratch;
    char *blocks = oc_subtree_blocks(&tree, root, (void *)all, block, bytes, &scratch);
    if (!blocks)
        return MPI_ERR_NO_MEM;
    size_t total = (size_t)tree.ranks * bytes, before = (size_t)root * bytes;
    if (tree.relative) {
        oc_coll_receive(&call, tree.parent, blocks, total);
    } else if (blocks != all) {
        memcpy(blocks, (const char *)all + before, total - before);
        memcpy(blocks + (total - before), all, before);
    }
    hand_on(&call, &tree, blocks, bytes, block, root);
    oc_scratch_free(&scratch);
    return call.error;
}
