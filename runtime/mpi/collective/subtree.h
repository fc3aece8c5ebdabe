/* A rank's position in the binomial tree of a gather or scatter. Ranks are counted from the root,
 * so a subtree is a range of consecutive numbers. */
#ifndef MPI_COLLECTIVE_SUBTREE_H
#define MPI_COLLECTIVE_SUBTREE_H

#include "mpi/collective/scratch.h"
#include "mpi/core/communicator.h"

struct oc_subtree {
    int relative; /* number of this rank, counted from the root */
    int ranks;    /* number of ranks in its subtree, including itself */
    int parent;   /* rank of the parent; the root is its own parent */
};

static inline struct oc_subtree oc_subtree_of(const struct oc_communicator *comm, int root) {
    int relative = oc_rank_round(comm->rank - root, comm->size);
    int bit = relative & -relative;
    int parent = oc_rank_round(relative - bit + root, comm->size);
    int ranks = comm->size - relative;
    if (relative && bit < ranks)
        ranks = bit;
    return (struct oc_subtree){relative, ranks, parent};
}

/* The number of ranks in the subtree of the child whose distance from this rank is `bit`. There
 * must be such a child. */
static inline int oc_subtree_child_ranks(const struct oc_subtree *tree, int bit) {
    return tree->ranks - bit < bit ? tree->ranks - bit : bit;
}

/* The rank of the child whose distance from this rank is `bit`. */
static inline int oc_subtree_child(const struct oc_communicator *comm,
                                   const struct oc_subtree *tree, int bit, int root) {
    return oc_rank_round(tree->relative + bit + root, comm->size);
}

/* Returns the memory for the blocks of a subtree, in the order of ranks counted from the root. At
 * root 0, where this is the order of ranks, the blocks are in `all`. The block of a subtree with a
 * single rank is in its `block`. All other blocks are in `scratch`, which the caller frees in any
 * case. Returns null if there is no memory. */
static inline char *oc_subtree_blocks(const struct oc_subtree *tree, int root, void *all,
                                      void *block, size_t bytes, struct oc_scratch *scratch) {
    void *own = !tree->relative && !root ? all : tree->relative && tree->ranks == 1 ? block : NULL;
    bool taken = oc_scratch_take(scratch, own ? 0 : (size_t)tree->ranks * bytes);
    return own ? own : taken ? scratch->data : NULL;
}

#endif
