#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/collective/scratch.h"
#include "mpi/collective/subtree.h"

/* Hands on `blocks`, in the order of relative ranks; the largest subtree first. */
static int hand_on(const struct oc_communicator *comm, const struct oc_subtree *tree,
                   const char *blocks, size_t bytes, void *block, int root) {
    int bit = 1;
    while (bit < tree->ranks)
        bit *= 2;
    while ((bit /= 2)) {
        int error = oc_coll_send(comm, oc_subtree_child(comm, tree, bit, root), OC_TAG_SCATTER,
                                 blocks + (size_t)bit * bytes,
                                 (size_t)oc_subtree_child_ranks(tree, bit) * bytes);
        if (error)
            return error;
    }
    if (block)
        memcpy(block, blocks, bytes);
    return MPI_SUCCESS;
}

int oc_scatter_binomial(const struct oc_communicator *comm, const void *all, size_t bytes,
                        void *block, int root) {
    struct oc_subtree tree = oc_subtree_of(comm, root);
    if (tree.relative && tree.ranks == 1)
        return oc_coll_receive(comm, tree.parent, OC_TAG_SCATTER, block, bytes);
    if (!tree.relative && root == 0)
        return hand_on(comm, &tree, all, bytes, block, root);

    struct oc_scratch scratch;
    size_t total = (size_t)tree.ranks * bytes;
    if (!oc_scratch_take(&scratch, total))
        return MPI_ERR_NO_MEM;
    char *blocks = scratch.data;
    int error = MPI_SUCCESS;
    if (tree.relative) {
        error = oc_coll_receive(comm, tree.parent, OC_TAG_SCATTER, blocks, total);
    } else {
        size_t before = (size_t)root * bytes, from = total - before;
        memcpy(blocks, (const char *)all + before, from);
        memcpy(blocks + from, all, before);
    }
    if (!error)
        error = hand_on(comm, &tree, blocks, bytes, block, root);
    oc_scratch_free(&scratch);
    return error;
}
