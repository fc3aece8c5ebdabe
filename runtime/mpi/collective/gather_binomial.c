#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/subtree.h"

/* Fills `blocks` with those of the subtree, in the order of relative ranks. */
static int collect(const struct oc_communicator *comm, const struct oc_subtree *tree,
                   const void *block, size_t bytes, char *blocks, int root) {
    if (blocks != block)
        memcpy(blocks, block, bytes);
    for (int bit = 1; bit < tree->ranks; bit *= 2) {
        int error = oc_coll_receive(comm, oc_subtree_child(comm, tree, bit, root), OC_TAG_GATHER,
                                    blocks + (size_t)bit * bytes,
                                    (size_t)oc_subtree_child_ranks(tree, bit) * bytes);
        if (error)
            return error;
    }
    return MPI_SUCCESS;
}

int oc_gather_binomial(const struct oc_communicator *comm, const void *block, size_t bytes,
                       void *all, int root) {
    struct oc_subtree tree = oc_subtree_of(comm, root);
    if (tree.relative && tree.ranks == 1)
        return oc_coll_send(comm, tree.parent, OC_TAG_GATHER, block, bytes);
    if (!block)
        block = (char *)all + (size_t)root * bytes;
    /* Only for root 0 is the order of ranks that of the tree. */
    if (!tree.relative && root == 0)
        return collect(comm, &tree, block, bytes, all, root);

    struct oc_scratch scratch;
    size_t total = (size_t)tree.ranks * bytes;
    if (!oc_scratch_take(&scratch, total))
        return MPI_ERR_NO_MEM;
    char *blocks = scratch.data;
    int error = collect(comm, &tree, block, bytes, blocks, root);
    if (!error && tree.relative) {
        error = oc_coll_send(comm, tree.parent, OC_TAG_GATHER, blocks, total);
    } else if (!error) {
        size_t before = (size_t)root * bytes, from = total - before;
        memcpy((char *)all + before, blocks, from);
        memcpy(all, blocks + from, before);
    }
    oc_scratch_free(&scratch);
    return error;
}
